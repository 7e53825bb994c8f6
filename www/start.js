// Says what to do where the page's modules cannot run at all. A classic script, for it has to run just there.
(function () {
  var all = LANGUAGES_WITHOUT; // the words of each language, put in when the page is built
  var words = all[(navigator.language || '').slice(0, 2)] || all.en;
  var why = location.protocol === 'file:' ? 'file' : 'noModule' in HTMLScriptElement.prototype ? '' : 'old';
  if (why) document.getElementById('status').innerHTML = words[why];
})();
