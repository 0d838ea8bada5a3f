// Before anything is drawn: the theme chosen in this browser, and whether the console or signing in comes next.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('sorteo:theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (localStorage.getItem('sorteo:menu-collapsed') === 'true') root.dataset.menu = 'collapsed'
  } catch (_) {}
  root.dataset.opens =
    location.pathname === '/login' || !/(^|; )sorteo_access=[^;]/.test(document.cookie) ? 'login' : 'console'
})()
