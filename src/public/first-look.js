// Before anything is drawn: the theme chosen in this browser, and whether the console or signing in comes next.
{
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`sorteo:${name}`)
    } catch {
      return null
    }
  }
  const page = document.documentElement.dataset
  const theme = kept('theme')
  if (theme === 'light' || theme === 'dark') page.theme = theme
  if (kept('menu-collapsed') === 'true') page.menu = 'collapsed'
  const signedIn = /(^|; )sorteo_access=[^;]/.test(document.cookie)
  page.opens = location.pathname === '/login' || !signedIn ? 'login' : 'console'
}
