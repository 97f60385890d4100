import type { Context } from '../../context.ts'
import { companyProposalJob, type ProposalEvent } from '../../platform/commands/company-gate.ts'
import { maybe } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import type { JobHandlers } from '../../platform/jobs/worker.ts'
import { notifyLender } from '../notifications/index.ts'
import { invitationJob } from './invite.ts'
import { sendInvitation } from './send-invitation.ts'
import { sendTaken, takenJob } from './tell-taken.ts'

/** What each call is called in a notice. */
const titles: Readonly<Record<string, string>> = {
  fundSelection: 'pendanaan',
  castVote: 'suara atas ketentuan baru dengan sisa pokok',
  submitBulkFunding: 'pendanaan produk',
  createStrategy: 'strategi baru',
  changeStrategy: 'perubahan strategi',
  orderStrategies: 'urutan strategi',
  setStrategyState: 'melanjutkan strategi',
  grantMandate: 'pemberian kuasa',
  withdraw: 'penarikan dana',
  inviteMember: 'undangan anggota',
  changeMember: 'perubahan anggota',
  changeCompanyRules: 'perubahan aturan',
}

export const jobs = (context: Context): JobHandlers => ({
  [invitationJob]: (job) => sendInvitation(context, job),
  [takenJob]: (job) => sendTaken(context, job),
  [companyProposalJob]: (job) => notifyOfProposal(context, job),
})

type Told = {
  operation: string
  amount: number | null
  maker: string
  system: string | null
  endedBy: string | null
  reason: string | null
}

type Payload = { number: number; memberId: number; event: ProposalEvent; by?: number; reason?: string }

/**
 * Stores the notice once, under the id of the job, which may run again. That somebody is to decide is not said of a
 * proposal that has ended meanwhile.
 */
async function notifyOfProposal({ db }: Context, { id, payload }: Job): Promise<undefined> {
  const { number, memberId, event, by, reason = null } = payload as Payload
  await inTransaction(db, { repeatable: true }, async (tx) => {
    const told = await maybe<Told>(
      tx,
      'lenders.company.told',
      `select p.operation, p.amount, m.name as maker, k.label as system, r.name as "endedBy", d.reason
         from company_proposal p join lender m on m.id = p.maker left join partner_key k on k.id = p.key_id
         left join company_decision d on d.proposal = p.number and d.verdict = 'REFUSED'
         left join lender r on r.id = coalesce($4, d.member_id)
        where p.number = $1 and not exists (select from notice where lender_id = $2 and id = $3)
          and ($5 <> 'MADE' or (p.ended is null and p.until > app_now()))`,
      [number, memberId, id, by ?? null, event],
    )
    if (!told) return
    await notifyLender(tx, { lenderId: memberId, id }, 'PROPOSAL', {
      ...{ number, event, amount: told.amount, reason: reason ?? told.reason },
      title: titles[told.operation] ?? told.operation,
      by: told.endedBy ?? (told.system === null ? told.maker : `Sistem ${told.system}`),
    })
  })
}
