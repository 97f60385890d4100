import { noticeSubjects } from '@pematang/contract/notices/kinds'
import { expect, test } from 'vitest'
import { noticeKinds, subjectOf } from './kinds.ts'
import type { Kind, NoticeRow } from './notice-data.ts'
import { noticeText } from './notice-text.ts'

const loans = [{ loanNumber: 'PJ-1', amount: 110_900 }]
/** Values for the text of every kind. */
const data = {
  ...{ loanNumber: 'PJ-1', amount: 110_900, owed: 0, funded: 1, total: 2, until: '2026-12-01' },
  ...{ phone: true, email: true, bankName: 'BCA', lastDigits: '1234', device: 'Chrome di Android' },
  ...{ number: 'BLK-1', partnerName: 'Sari', returned: 0, loans: 2, month: '2026-10' },
  ...{ searches: [{ id: 'a', name: 'Pekanan' }], count: 1 },
}
const rowOf = (kind: Kind, more: object = {}): NoticeRow =>
  ({ id: 'x', createdAt: new Date(), kind, data: { ...data, ...more } }) as NoticeRow
const kinds = Object.keys(noticeKinds) as Kind[]

test.each(kinds)('NTF-03 %s has a text and leads to something', (kind) => {
  const row = rowOf(kind, noticeKinds[kind].gathers ? { loans } : {})
  const { title, message } = noticeText(row)
  expect(title).toMatch(/^[A-Z]\p{L}+/u)
  expect(message).not.toMatch(/undefined|NaN|\$\{/)
  expect(noticeSubjects).toContain(subjectOf(row).type)
})

test.each([
  ['one loan', loans, { type: 'LOAN', id: 'PJ-1' }, 'Pinjaman PJ-1 terlambat'],
  [
    'several loans',
    [...loans, { loanNumber: 'PJ-2', amount: 1 }],
    { type: 'PORTFOLIO', id: null },
    '2 pinjaman',
  ],
])('NTF-03 a notice of %s leads there and says so', (_, named, subject, words) => {
  const row = rowOf('LOAN_LATE', { loans: named, count: named.length })
  expect(subjectOf(row)).toEqual(subject)
  expect(noticeText(row).message).toContain(words)
})

test('NTF-03 a notice of a statement names its month', () => {
  expect(noticeText(rowOf('STATEMENT_READY')).message).toContain('Oktober 2026')
})
