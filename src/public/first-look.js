{
  const page = document.documentElement.dataset
  page.opens = location.pathname === '/login' || !/\bsorteo_access=[^;]/.test(document.cookie) ? 'login' : 'console'
  page.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  try {
    page.theme = /^(light|dark)$/.exec(localStorage['sorteo:theme'])?.[0] ?? page.theme
    page.menu = localStorage['sorteo:menu-collapsed']
  } catch {}
}
