import { expect, test } from 'vitest'
import { withQuery } from '../../../paths.ts'
import { parseView, queryOf } from './view.ts'

const read = (text: string) => parseView(new URLSearchParams(text))

test.each([
  ['', { kind: 'statements', year: '', search: '' }],
  ['kind=agreements&year=2026&search=+Sari+', { kind: 'agreements', year: '2026', search: 'Sari' }],
  ['kind=confirmations&search=Sari', { kind: 'confirmations', year: '', search: '' }],
  ['kind=other&year=26', { kind: 'statements', year: '', search: '' }],
  ['kind=factsheets&year=1999', { kind: 'factsheets', year: '', search: '' }],
])('STM-06 the documents screen reads its filters from the URL %j', (text, view) =>
  expect(read(text)).toEqual(view),
)

test('STM-06 the documents screen reads the filters back from the URL that it wrote', () => {
  const view = { kind: 'factsheets', year: '2025', search: 'PMT & co' } as const
  expect(read(withQuery('', queryOf(view)).slice(1))).toEqual(view)
})
