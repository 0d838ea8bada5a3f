{
  const page = document.documentElement.dataset
  page.opens = location.pathname === '/login' || !/\bsorteo_access=[^;]/.test(document.cookie) ? 'login' : 'console'
  page.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  try {
    page.theme = /^(light|dark)$/.exec(localStorage['sorteo:theme'])?.[0] ?? page.theme
    page.menu = localStorage['sorteo:menu-collapsed']
  } catch {}
  // Beside the page's own files and behind them: the console is needed as soon as those have run.
  const files = document.currentScript?.dataset.console?.split(' ') ?? []
  const ask = (/** @type {string} */ file) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }))
  if (page.opens === 'console') document.addEventListener('readystatechange', () => files.forEach(ask), { once: true })
}
