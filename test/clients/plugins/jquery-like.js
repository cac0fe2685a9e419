// @ts-nocheck: a page's own script, served to a browser as it stands.
/** As much of a well-known library as the two shops' pages use of it. */
((root) => {
  var bound = [];
  function Found(elements) {
    this.elements = elements;
  }
  Found.prototype = {
    each: function (act) {
      this.elements.forEach((element) => act.call(element));
      return this;
    },
    on: function (events, selector, act) {
      var names = events.split(' ').map((event) => event.split('.')[0]);
      return this.each(function () {
        names.forEach((name) => {
          bound.push([this, name, selector, act]);
          this.addEventListener(name, (event) => {
            var target = act === undefined ? this : event.target.closest(selector);
            if (target && (act || selector).call(target, event) === false) {
              event.preventDefault();
            }
          });
        });
      });
    },
    trigger: function (name) {
      return this.each(function () {
        this.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
      });
    },
    attr: function (name, value) {
      return value === undefined
        ? this.elements[0].getAttribute(name)
        : this.each(function () {
            this.setAttribute(name, value);
          });
    },
    val: function (value) {
      return value === undefined
        ? this.elements[0].value
        : this.each(function () {
            this.value = value;
          });
    },
    html: function (markup) {
      return this.each(function () {
        this.innerHTML = markup;
      });
    },
    text: function (text) {
      return text === undefined
        ? this.elements[0].textContent
        : this.each(function () {
            this.textContent = text;
          });
    },
    prop: function (name, value) {
      return this.each(function () {
        this[name] = value;
      });
    },
  };
  root.jQuery = root.$ = (what) => {
    if (typeof what === 'function') {
      document.addEventListener('DOMContentLoaded', what);
      return undefined;
    }
    return new Found(typeof what === 'string' ? Array.from(document.querySelectorAll(what)) : [what]);
  };
  root.jQuery.post = (url, data, done) => {
    fetch(url, { method: 'POST', body: new URLSearchParams(data) })
      .then((answer) => answer.text())
      .then(done);
  };
})(window);
