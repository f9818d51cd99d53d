"""Drawings without Qt: two trees and their mapping laid out on a grid, then as text or SVG."""
