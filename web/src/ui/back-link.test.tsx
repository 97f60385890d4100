import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { BackLink } from './back-link.tsx'

test('a back link is a link with an arrow that is not read out', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <BackLink to="/marketplace/list?tenor=12">Daftar pinjaman</BackLink>
    </MemoryRouter>,
  )
  expect(html).toMatch(/^<a [^>]*href="\/marketplace\/list\?tenor=12"[^>]*><svg [^>]*aria-hidden="true"/)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Daftar pinjaman')
})
