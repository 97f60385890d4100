import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { NoticeCentre } from './centre.tsx'
import { type CentreFilter, type CentreNotice, withRead } from './queries.ts'
import { centreKey, heard, stateKey, unreadText } from './state.ts'

const notice = (id: string, isRead: boolean): CentreNotice => ({
  id,
  createdDate: '2026-11-22T03:00:00.000Z',
  tone: 'info',
  title: `Judul ${id}`,
  message: 'Isi',
  category: 'FUNDING',
  isRead,
  subject: null,
})
const everything: CentreFilter = { category: '', unread: false }
const pagesOf = (...lists: CentreNotice[][]) => ({
  pages: lists.map((list) => ({ list, nextCursor: null })),
  pageParams: lists.map(() => undefined),
})

function draw(list: CentreNotice[], { filter = everything, unread = 0 } = {}): string {
  const client = new QueryClient()
  client.setQueryData([...centreKey, 'pages', filter.category, filter.unread], pagesOf(list))
  client.setQueryData(stateKey, { unread, version: 'a', hasNew: false })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NoticeCentre filter={filter} onFilter={() => undefined} onProfile={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const isLocked = (html: string) => /<button[^>]*disabled=""[^>]*>(?:(?!<\/button>).)*Tandai semua/.test(html)

test('NTF-01 the notification centre lists the notifications, and offers to mark all as read while some are unread', () => {
  const html = draw([notice('a', false), notice('b', true)], { unread: 1 })
  expect(html.indexOf('Judul a')).toBeLessThan(html.indexOf('Judul b'))
  expect(isLocked(html)).toBe(false)
  expect(isLocked(draw([notice('a', true)]))).toBe(true)
})

test('NTF-01 the empty notification list explains why: none at all, none of the category, or all of them read', () => {
  expect(draw([])).toContain('Belum ada notifikasi<')
  const filtered = draw([], { filter: { category: 'MONEY', unread: false } })
  expect(filtered).toContain('Belum ada notifikasi dari jenis ini.')
  expect(filtered).toContain('Reset filter')
  expect(draw([], { filter: { category: '', unread: true } })).toContain('Semua notifikasi di sini sudah')
})

test('NTF-01 marking notifications as read updates them on every loaded page and in the panel', () => {
  const readOf = (id: string) => (one: CentreNotice) => one.id === id
  const data = withRead(pagesOf([notice('a', false)], [notice('b', false)]), readOf('b'))
  expect(data).toEqual(pagesOf([notice('a', false)], [notice('b', true)]))
  const newest = { list: [notice('a', false)], nextCursor: null }
  expect(withRead(newest, readOf('a'))).toEqual({ list: [notice('a', true)], nextCursor: null })
  expect(withRead(undefined, readOf('a'))).toBeUndefined()
})

test('NTF-06 new notifications are announced when the number of unread ones rises, but not on the first load', () => {
  const first = heard(undefined, { unread: 3, version: 'a' })
  const more = heard(first, { unread: 4, version: 'b' })
  const fewer = heard(more, { unread: 1, version: 'c' })
  expect([first.hasNew, more.hasNew, fewer.hasNew]).toEqual([false, true, false])
})

test('NTF-01 the badge of unread notifications shows 99+ when there are more than 99', () => {
  expect([1, 99, 100].map(unreadText)).toEqual(['1', '99', '99+'])
})
