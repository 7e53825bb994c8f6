// Says what to do where the page's modules cannot run at all. A classic script, for it has to run just there.
(function () {
  var german = (navigator.language || '').indexOf('de') === 0;
  var words = {
    file: german
      ? 'Als Datei geöffnet lässt der Browser diese Seite ihre Teile nicht laden. <a href="contact-forces.html">contact-forces.html</a> daneben ist die ganze Seite in einer Datei; der Artikel lässt sich auch hier lesen.'
      : 'Opened as a file, this page may not load its parts. <a href="contact-forces.html">contact-forces.html</a> beside it is the whole page in one file; the article can be read here too.',
    old: german
      ? 'Dieser Browser ist zu alt für die Simulation. Der Artikel lässt sich ohne sie lesen.'
      : 'This browser is too old for the simulation. The article can be read without it.',
  };
  var why = location.protocol === 'file:' ? 'file' : 'noModule' in HTMLScriptElement.prototype ? '' : 'old';
  if (why) document.getElementById('status').innerHTML = words[why];
})();
