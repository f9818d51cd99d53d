"use strict";
document.querySelectorAll("th").forEach(function (head) {
  head.tabIndex = 0;
  head.title = "Click to sort";
  function sort() {
    var place = Array.prototype.indexOf.call(head.parentNode.children, head), body = head.closest("table").tBodies[0];
    var down = head.getAttribute("aria-sort") !== "descending" && head.className === "number" || head.getAttribute("aria-sort") === "ascending";
    function value(row) {
      var text = row.children[place].textContent.trim(), number = parseFloat(text.replace(/,/g, ""));
      return head.className === "number" ? (isNaN(number) ? -Infinity : number) : text.toLowerCase();
    }
    var rows = Array.prototype.slice.call(body.rows), whole = rows.filter(function (row) { return row.className === "all"; });
    rows = rows.filter(function (row) { return row.className !== "all"; });
    rows.sort(function (a, b) { var x = value(a), y = value(b); return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1); });
    rows.concat(whole).forEach(function (row) { body.appendChild(row); });
    Array.prototype.forEach.call(head.parentNode.children, function (one) { one.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  head.addEventListener("click", sort);
  head.addEventListener("keydown", function (event) { if (event.key === "Enter") sort(); });
});
document.querySelectorAll("section").forEach(function (section) {
  var parts = section.querySelectorAll("details.row");
  if (parts.length < 2) return;
  var button = document.createElement("button");
  button.textContent = "unfold all";
  button.addEventListener("click", function () {
    var open = button.textContent === "unfold all";
    section.querySelectorAll("details.row, details.more").forEach(function (one) { one.open = open; });
    button.textContent = open ? "fold all" : "unfold all";
  });
  section.querySelector("h2").appendChild(button);
});
document.querySelectorAll(".comment pre").forEach(function (text) {
  if (!navigator.clipboard) return;
  var button = document.createElement("button");
  button.textContent = "copy";
  button.addEventListener("click", function () {
    navigator.clipboard.writeText(text.textContent).then(function () { button.textContent = "copied"; });
  });
  text.parentNode.insertBefore(button, text);
});
function unfold() {
  var at = location.hash && document.getElementById(location.hash.slice(1));
  for (var one = at; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  if (at) at.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
