import type { Context } from '../src/context.ts'
import { transferHoldings } from '../src/funding/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { maybe } from '../src/platform/db/database.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { archived } from './archive.ts'
import type { Moment } from './moments.ts'

const [former, holder] = ['81234567893', '81234567895'] as const
const document = 'ARSIP/PUTUSAN/1'

/** The holding of a loan goes from a lender without a login to another one, by a judgment. */
export const transferOfDemo = (
  context: Context,
  { actor, ids }: { actor: ActorOf<'operator'>; ids: ReadonlyMap<string, number> },
): Moment => ({
  daysBefore: 0,
  async happen() {
    const [fromLender, toLender] = [ids.get(former) ?? 0, ids.get(holder) ?? 0]
    const holding = await maybe<{ loanNumber: string; valueDate: BusinessDate }>(
      context.db,
      'demo.holdings.transferable',
      `select l.loan_number as "loanNumber", business_day(app_now()) as "valueDate"
         from holding h join loan l on l.id = h.loan_id join loan_position p on p.loan_id = l.id
         join loan_servicing s on s.loan_id = l.id
        where h.lender_id = $1 and h.state = 'SETTLED' and p.status = 'ACTIVE' and s.disbursed_on < business_day(app_now()) - 30
          and not exists (select from loan_vote v where v.loan_id = l.id)
          and not exists (select from holding_transfer_record t where t.document = $2)
        order by l.loan_number limit 1`,
      [fromLender, document],
    )
    if (!holding) return
    const { loanNumber, valueDate } = holding
    const { sha256 } = archived(document)
    await perform(context, transferHoldings, {
      actor,
      input: {
        ...{ fromLender, toLender, valueDate, kind: 'COURT', document: { name: document, sha256 } },
        ...{ price: null, reason: 'Putusan pengadilan', loanNumbers: [loanNumber] },
      },
    })
  },
})
