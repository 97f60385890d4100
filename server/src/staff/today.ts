import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'
import type { WaitingThing } from '@pematang/contract/staff/today'
import type { TodayLine } from '../platform/today-line.ts'
import { listBreakGlass } from './approvals/break-glass.ts'
import { listProposals, type ProposalRow } from './approvals/proposals.ts'

/** The staff's lines of the operator's morning list. */
export const today = {
  breakGlass: {
    id: 'Perintah tanpa persetujuan orang kedua yang belum ditinjau orang lain',
    see: 'break-glass list',
    actions: ['lookAtBreakGlass'],
    list: async (db) => ({
      rows: (await listBreakGlass(db, {})).map(({ number, operator, reason, at }) => ({
        ...{
          id: String(number),
          words: `${operator}: ${reason}`,
          amount: null,
          since: at.toISOString(),
          about: null,
        },
        actions: [{ name: 'lookAtBreakGlass', input: { number: String(number) } }],
      })),
      next: null,
    }),
    read: async (db) => {
      const unseen = await one<{ count: number; since: Date | null }>(
        db,
        'staff.break_glass_today',
        'select count(*) as count, min(at) as since from break_glass where looked_at is null',
      )
      return [{ ...unseen, red: unseen.count > 0 }]
    },
  },
  proposals: {
    id: 'Usulan yang menunggu keputusan',
    see: 'proposals list',
    list: async (db, { limit, after, titleOf }) => {
      const page = await listProposals(db, {
        all: false,
        limit,
        after: after === undefined ? null : Number(after),
      })
      return { rows: page.rows.map((row) => asThing(row, titleOf(row.operation))), next: page.next }
    },
    read: async (db) => {
      const waiting = await one<{ count: number; amount: number; since: Date | null }>(
        db,
        'staff.proposals_today',
        `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, min(at) as since
           from proposal where ended is null and until > app_now()`,
      )
      return [{ ...waiting, red: false }]
    },
  },
} satisfies Record<string, TodayLine<Context>>

const asThing = ({ number, maker, amount, at }: ProposalRow, title: string): WaitingThing => ({
  id: String(number),
  words: `Usulan ${number}: ${title}, oleh ${maker}`,
  amount,
  since: at.toISOString(),
  about: { kind: 'PROPOSAL', id: String(number) },
  actions: [],
})
