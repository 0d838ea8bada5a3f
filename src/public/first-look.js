{
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`sorteo:${name}`) ?? ''
    } catch {
      return ''
    }
  }
  const page = document.documentElement.dataset
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  page.theme = /^(light|dark)$/.exec(kept('theme'))?.[0] ?? system
  page.menu = kept('menu-collapsed')
  page.opens = location.pathname === '/login' || !/\bsorteo_access=[^;]/.test(document.cookie) ? 'login' : 'console'
}
