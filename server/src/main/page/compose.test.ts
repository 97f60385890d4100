import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { composePage, inlineHashes, type Parts } from './compose.ts'

const built =
  '<head><link rel="stylesheet" crossorigin href="/lender/assets/index-a.css"><script src="/lender/first-paint.js"></script>' +
  '<script type="module" crossorigin src="/lender/assets/index-b.js"></script><link rel="modulepreload" crossorigin href="/lender/assets/core-e.js"></head><body><div id="app"></div></body>'
const files: Record<string, string> = {
  '/lender/assets/index-a.css': 'a{color:red;src:url(/lender/assets/f.woff2)}',
  '/lender/first-paint.js': "run('$&')",
}
const parts: Parts = {
  read: (address) => files[address] ?? null,
  config: { operatorName: 'PT </script><script>alert(1)' },
  scripts: ['/lender/assets/login-c.js'],
  later: { layout: ['/lender/assets/menu-d.js'] },
  calls: ['/portfolio?page=1'],
  drawn: { login: '<form></form>', shell: '<nav></nav>' },
}
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('SCR-06 a composed page inlines styles, its plain scripts and the prerendered markup, and preloads the font of its styles', () => {
  const page = composePage(built, parts)
  expect(page).toContain(
    '<link rel="preload" as="font" type="font/woff2" crossorigin href="/lender/assets/f.woff2"><style>a{color:red;src:url(/lender/assets/f.woff2)}</style>',
  )
  expect(page).toContain("<script>run('$&')</script>")
  expect(page).toContain('<div id="app"><form></form></div><div id="shell"><nav></nav></div>')
  expect(page).toContain('<script type="application/json" id="calls">["/portfolio?page=1"]</script>')
  expect(page.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
    '<link rel="stylesheet" disabled href="/lender/assets/index-a.css">',
  ])
})

test('SCR-06 a page with prerendered markup lists each script once for start-app.js, and links none that would load before the first paint', () => {
  const page = composePage(built, {
    ...parts,
    scripts: ['/lender/assets/login-c.js', '/lender/assets/core-e.js'],
  })
  expect(page).toContain(
    '<script type="application/json" id="scripts" data-src="/lender/assets/index-b.js">["/lender/assets/core-e.js","/lender/assets/login-c.js"]</script>',
  )
  expect(page).not.toMatch(/modulepreload|type="module"/)
})

test('SCR-06 a page without prerendered markup links its scripts, so that the browser fetches them at once', () => {
  const page = composePage(built, { ...parts, drawn: null })
  expect(page).toContain('<script type="module" crossorigin src="/lender/assets/index-b.js"></script>')
  expect(page).toContain('<link rel="modulepreload" crossorigin href="/lender/assets/core-e.js">')
  expect(page).toContain('<link rel="modulepreload" crossorigin href="/lender/assets/login-c.js">')
  expect(page).not.toContain('id="scripts"')
})

test('a page cannot be composed when the build has no entry script', () => {
  expect(() => composePage('<div id="app"></div>', parts)).toThrow('no entry script')
})

test('SCR-06 the content security policy allows the inline code of the build, and no inline code from a setting', () => {
  const hashes = inlineHashes(composePage(built, parts))
  expect(hashes).toEqual({
    scripts: [sha256("run('$&')")],
    styles: [sha256('a{color:red;src:url(/lender/assets/f.woff2)}')],
  })
  const config = composePage(built, parts).match(/id="config">(.*?)<\/script>/)?.[1]
  expect(JSON.parse(config ?? '')).toEqual(parts.config)
})

test('SCR-06 a page links a script or style that cannot be inlined as an external file', () => {
  expect(
    composePage(built, { ...parts, read: () => null, drawn: null, scripts: [], later: {}, calls: [] }),
  ).toBe(
    built.replace(
      '</head>',
      '<script type="application/json" id="config">{"operatorName":"PT \\u003c/script>\\u003cscript>alert(1)"}</script><script type="application/json" id="later">{}</script><script type="application/json" id="calls">[]</script></head>',
    ),
  )
})
