import { noticeSubjects } from '@pematang/contract/lenders/notifications/kinds'
import { expect, test } from 'vitest'
import { noticeKinds, subjectOf } from './kinds.ts'
import { addressOf } from './messages/addresses.ts'
import type { Kind, NoticeRow } from './notice-data.ts'
import { noticeText } from './notice-text.ts'

const loans = [{ loanNumber: 'PJ-1', amount: 110_900 }]
/** Values for the message text of every kind of notice. */
const data = {
  voteId: 'v-1',
  state: 'PASSED',
  ...{ loanNumber: 'PJ-1', amount: 110_900, owed: 0, funded: 1, total: 2, until: '2026-12-01' },
  ...{ phone: true, email: true, bankName: 'BCA', lastDigits: '1234', device: 'Chrome di Android' },
  ...{ number: 'BLK-1', partnerName: 'Sari', returned: 0, loans: 2, month: '2026-10' },
  ...{ from: '2026-12-01', isMine: false, undone: false },
  ...{ event: 'MADE', title: 'penarikan dana', by: 'Sari', reason: null, request: 'ASKED' },
  ...{ part: 'ADDRESS', host: 'sistem.example' },
  ...{ what: 'TOTP_ADDED', change: 'MADE', label: 'ERP', at: '2026-12-01T03:00:00Z' },
  ...{ searches: [{ id: 'a', name: 'Pekanan', filters: { interestFrom: '0.14', grade: 'A,B' } }], count: 1 },
}
const rowOf = (kind: Kind, more: object = {}): NoticeRow =>
  ({ id: 'x', createdAt: new Date(), kind, data: { ...data, ...more } }) as NoticeRow
const kinds = Object.keys(noticeKinds) as Kind[]

test.each(kinds)('NTF-03 a notification of the kind %s has a text and links to a screen', (kind) => {
  const row = rowOf(kind, noticeKinds[kind].gathers || kind === 'MANDATE_REVOKED' ? { loans } : {})
  const { title, message } = noticeText(row)
  expect(title).toMatch(/^[A-Z]\p{L}+/u)
  expect(message).not.toMatch(/undefined|NaN|\$\{/)
  expect(noticeSubjects).toContain(subjectOf(row).type)
})

test.each([
  ['one loan', loans, { type: 'LOAN', id: 'PJ-1' }, 'Angsuran pinjaman PJ-1 terlambat dibayar'],
  [
    'several loans',
    [...loans, { loanNumber: 'PJ-2', amount: 1 }],
    { type: 'PORTFOLIO', id: null },
    '2 pinjaman',
  ],
])(
  'NTF-03 a notification about %s links to the matching screen and names it in its text',
  (_, named, subject, words) => {
    const row = rowOf('LOAN_LATE', { loans: named, count: named.length })
    expect(subjectOf(row)).toEqual(subject)
    expect(noticeText(row).message).toContain(words)
  },
)

test('NTF-03 the notification of a statement calls it “Rekening koran”, as the page Dokumen does, and gives its month', () => {
  // The name under which the lender finds it in Dokumen.
  expect(noticeText(rowOf('STATEMENT_READY')).message).toContain('Rekening koran Oktober 2026')
})

/** The pages that e-mails link to, as paths below the origin; tests of the web app show that they exist. */
const screens: Record<Kind, string> = {
  ...each(
    [
      'FUNDING_EXPIRED',
      'FUNDING_REJECTED',
      'FUNDING_CANCELLED',
      'FUNDING_REFUSED',
      'FUNDING_VOID',
      'FUNDING_UNMANDATED',
    ],
    '/lender/dashboard/transaction-history?reference=PJ-1',
  ),
  PROPOSAL: '/lender/persetujuan/BLK-1',
  FUNDINGS_UNMANDATED: '/lender/dashboard/transaction-history',
  ...each(['MANDATE_SIGNED', 'MANDATE_UNSIGNED', 'MANDATE_REVOKED'], '/lender/auto-funding'),
  ...each(
    [
      'OFFER_EXTENDED',
      'OFFER_CLOSED',
      'REPAYMENT_CORRECTED',
      'INSTALLMENT_RECEIVED',
      'LOAN_SETTLED_EARLY',
      'LOAN_LATE',
    ],
    '/lender/dashboard/porto?loanNumber=PJ-1',
  ),
  ...each(
    [
      'AUTO_FUNDED',
      'LOAN_DISBURSED',
      'LOAN_DISBURSEMENT_REVERSED',
      'RECOVERY_RECEIVED',
      'LOAN_BACK_ON_SCHEDULE',
      'LOAN_RESTRUCTURED',
      'LOAN_WRITTEN_OFF',
      'LOAN_RESTRUCTURING_REVERSED',
      'LOAN_WRITE_OFF_REVERSED',
    ],
    '/lender/dashboard/porto?loanNumber=PJ-1',
  ),
  BULK_FUNDING_ENDED: '/lender/dashboard/transaction-history?reference=BLK-1',
  ...each(
    [
      'WITHDRAWAL_PAID',
      'WITHDRAWAL_RETURNED',
      'WITHDRAWAL_GIVEN_BACK',
      'WITHDRAWAL_CHARGED',
      'TOP_UP_CREDITED',
      'TOP_UP_CORRECTED',
    ],
    '/lender/dashboard/transaction-history',
  ),
  OFFER_IN_SAVED_SEARCH: '/lender/marketplace/list?interestFrom=0.14&grade=A%2CB',
  STATEMENT_READY: '/lender/documents',
  ...each(['VOTE_OPENED', 'VOTE_REMINDER', 'VOTE_SECOND_CALL', 'VOTE_ENDED'], '/lender/pemungutan-suara/v-1'),
  ...each(
    [
      'LENDER_SUSPENDED',
      'LENDER_REACTIVATED',
      'CONTACT_CHANGED',
      'BANK_ACCOUNT_CHANGED',
      'BANK_ACCOUNT_REQUEST',
      'HOLDINGS_TRANSFERRED',
    ],
    '/lender/notifications',
  ),
  ...each(['KEYS_CHANGED', 'CALL_BACK_CHANGED', 'CALL_BACK_PAUSED'], '/lender/integrasi'),
  ...each(['NEW_DEVICE', 'FACTORS_CHANGED', 'FACTOR_RECOVERY'], '/lender/sessions'),
}

function each<K extends Kind>(all: readonly K[], screen: string): Record<K, string> {
  return Object.fromEntries(all.map((kind) => [kind, screen])) as Record<K, string>
}

test.each(kinds)('NTF-01 an e-mail of the kind %s links to the screen of its subject', (kind) => {
  const { loanNumber, ...ofNoLoan } = data
  const named = noticeKinds[kind].gathers
    ? { loans }
    : screens[kind].includes(loanNumber)
      ? { loanNumber }
      : {}
  const row = { ...rowOf(kind), data: { ...ofNoLoan, ...named } } as NoticeRow
  for (const origin of ['https://a.example', 'https://a.example/', 'https://a.example//'])
    expect(addressOf(origin).urlOf(row)).toBe(`https://a.example${screens[kind]}`)
})

test.each(['FACTORS_CHANGED', 'FACTOR_RECOVERY'] as const)(
  'COM-05 a notification of the kind %s about a member names them and links to the people of the company',
  (kind) => {
    const row = rowOf(kind, { member: 'Budi Santoso' })
    expect(noticeText(row).message).toContain('Budi Santoso, anggota perusahaan Anda')
    expect(addressOf('https://a.example').urlOf(row)).toBe('https://a.example/lender/perusahaan')
  },
)
