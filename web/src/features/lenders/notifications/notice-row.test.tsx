import { noticeSubjects } from '@pematang/contract/lenders/notifications/kinds'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { NoticeRow } from './notice-row.tsx'
import type { CentreNotice } from './queries.ts'

const notice: CentreNotice = {
  id: 'a',
  createdDate: '2026-11-22T03:00:00.000Z',
  tone: 'warning',
  title: 'Pendanaan dibatalkan',
  message: 'Perjanjian untuk pinjaman PMT-1 tidak ditandatangani tepat waktu.',
  category: 'FUNDING',
  isRead: false,
  subject: null,
}

function draw(change: Partial<CentreNotice>, short = false): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <NoticeRow
        notice={{ ...notice, ...change }}
        short={short}
        onRead={() => undefined}
        onProfile={() => undefined}
      />
    </MemoryRouter>,
  )
}

describe('a row of the notification centre', () => {
  test.each([
    [{ type: 'LOAN', id: 'PMT/1' }, '/dashboard/porto?loanNumber=PMT%2F1'],
    [{ type: 'BULK_FUNDING', id: 'BLK-1' }, '/dashboard/transaction-history?reference=BLK-1'],
    [{ type: 'TRANSACTIONS', id: null }, '/dashboard/transaction-history'],
    [{ type: 'TRANSACTIONS', id: 'PMT-1' }, '/dashboard/transaction-history?reference=PMT-1'],
    [{ type: 'PORTFOLIO', id: null }, '/dashboard/porto'],
    [{ type: 'SAVED_SEARCH', id: null }, '/marketplace/list'],
    [
      { type: 'SAVED_SEARCH', id: 'interestFrom=0.14&grade=A' },
      '/marketplace/list?interestFrom=0.14&amp;grade=A',
    ],
    [{ type: 'STATEMENT', id: '2026-10' }, '/documents'],
    [{ type: 'AUTO_FUNDING', id: null }, '/auto-funding'],
    [{ type: 'VOTE', id: 'v-1' }, '/pemungutan-suara/v-1'],
    [{ type: 'SESSIONS', id: null }, '/sessions'],
    [{ type: 'KEYS', id: null }, '/integrasi'],
    [{ type: 'PROPOSAL', id: '12' }, '/persetujuan/12'],
  ] as const)('NTF-01 a notification with the subject %j links to %s', (subject, path) => {
    expect(draw({ subject })).toContain(`href="${path}"`)
  })

  test('NTF-01 a notification of any subject links to an existing screen or opens the profile', () => {
    const fixed = Object.values(paths).filter((path) => typeof path === 'string')
    const screens = [...fixed, paths.vote('1'), paths.proposal(1)]
    for (const type of noticeSubjects) {
      const html = draw({ subject: { type, id: '1' } })
      const path = /href="([^"?]+)/.exec(html)?.[1]
      if (path === undefined) expect([type, html]).toEqual([type, expect.stringMatching(/<button[^>]*>Pend/)])
      else expect(screens).toContain(path)
    }
  })

  test('NTF-01 a notification about ACCOUNT opens the profile by a button', () => {
    const html = draw({ subject: { type: 'ACCOUNT', id: null } })
    expect(html).toMatch(/<button[^>]*>Pendanaan dibatalkan<\/button>/)
    expect(html).not.toContain('href')
  })

  test('NTF-01 a notification that refers to no loan, document or payment has no link', () => {
    expect(draw({})).not.toMatch(/href|<button[^>]*>Pendanaan/)
  })

  test('NTF-01 an unread notification is marked and has a button to mark it as read, and a read one has neither', () => {
    expect(draw({})).toContain('belum dibaca')
    expect(draw({})).toContain('aria-label="Tandai dibaca: Pendanaan dibatalkan"')
    expect(draw({ isRead: true })).not.toMatch(/belum dibaca|Tandai dibaca/)
    expect(draw({}, true)).not.toContain('Tandai dibaca')
  })

  test('NTF-01 the loan number in a notification does not break at its hyphens', () => {
    expect(draw({ message: 'Pinjaman PMT-2026-000123, dibatalkan.' })).toContain(
      '<span>Pinjaman </span><span class="inline-block">PMT-2026-000123,</span><span> dibatalkan.</span>',
    )
  })

  test('NTF-07 HTML in a notification is shown as plain text', () => {
    expect(draw({ message: '<img src=x onerror=alert(1)>' })).toContain('&lt;img src=x')
  })
})
