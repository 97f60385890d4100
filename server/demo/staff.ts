import type { Context } from '../src/context.ts'
import { creditTopUp } from '../src/cash/index.ts'
import { staffActor } from '../src/platform/commands/decide.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { proposalOf, propose } from '../src/platform/commands/propose.ts'
import type { Right } from '../src/platform/approvals/rights.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import {
  addStaff,
  invitationLink,
  inviteStaffHere,
  listPasskeys,
  listStaff,
  refuseProposal,
  setApprovalRules,
  withdrawProposal,
} from '../src/staff/index.ts'

type Operator = ActorOf<'operator'>

/** Whoever tries the demo becomes the first of them. */
const staff: { name: string; rights: Right[] }[] = [
  { name: 'Sari', rights: ['LOOK', 'WORK', 'DECIDE', 'ADMIN'] },
  { name: 'Bima', rights: ['LOOK', 'WORK', 'DECIDE', 'ADMIN'] },
  { name: 'Citra', rights: ['LOOK', 'WORK', 'DECIDE'] },
]

/** What needs a second pair of eyes in the demo: top-ups, contacts and bank accounts. */
const ruled = ['creditTopUp', 'recordTopUp', 'changeContact', 'storeBankAccount']
const rule = { deciders: 1, largeFrom: 1_000_000_000, largeDeciders: 2, hours: 720 }

/** Adds the staff of the demo with their rules, two proposals that wait, one that was withdrawn and one that was refused, if it has no staff yet. */
export async function addStaffOfDemo(context: Context, actor: Operator, lenderId: number): Promise<void> {
  if ((await listStaff(context.db)).length > 0) return
  const ids: number[] = []
  for (const { name, rights } of staff) {
    const input = { name, email: `${name.toLowerCase()}@contoh.example`, rights }
    ids.push((await perform(context, addStaff, { actor, input })).id)
  }
  const rules = ruled.map((operation) => ({ operation, ...rule }))
  await perform(context, setApprovalRules, { actor, input: { rules, reason: 'demo' } })
  // One that whoever tries the demo decides, and one of their own that the others do.
  for (const [maker, paymentRequestId, amount] of [
    [ids[1] ?? 0, 'demo-usulan', 5_000_000],
    [ids[0] ?? 0, 'demo-usulan-sendiri', 7_500_000],
  ] as const) {
    const topUp = { bank: 'BNI', paymentRequestId, lenderId, amount } as const
    await proposeTopUp(context, actor, maker, topUp)
  }
  // One that its maker has withdrawn, and one that a colleague has refused; agreeing would move money.
  const [, maker = 0, staffId = 0] = ids
  const ended = async (paymentRequestId: string, amount: number) =>
    (await proposeTopUp(context, actor, maker, { bank: 'BNI', paymentRequestId, lenderId, amount })).number
  const number = await ended('demo-usulan-ditarik', 2_500_000)
  await perform(context, withdrawProposal, { actor, input: { number, maker } })
  const reason = 'Mutasi bank hari itu tidak memuat setoran ini.'
  const input = { number: await ended('demo-usulan-ditolak', 3_500_000), staffId, reason }
  await perform(context, refuseProposal, { actor: staffActor(staffId), input })
}

const proposeTopUp = (
  context: Context,
  actor: Operator,
  maker: number,
  topUp: Omit<Parameters<typeof creditTopUp.run>[1], 'reason'>,
) => {
  const proposed = proposalOf(creditTopUp, { ...topUp, reason: 'setoran yang belum dilaporkan bank' })
  return perform(context, propose, { actor, input: { ...proposed, maker, seat: null } })
}

/**
 * The link with which whoever tries the demo becomes the first of its staff; null once they have a passkey, which an
 * invitation would revoke, and without a console.
 */
export async function inviteToDemo(context: Context, actor: Operator): Promise<string | null> {
  const [first] = await listStaff(context.db)
  if (context.config.CONSOLE_PORT === 0 || first === undefined || first.name !== staff[0]?.name) return null
  if ((await listPasskeys(context.db, first.id)).length > 0) return null
  let token = ''
  const verb = inviteStaffHere((shown) => {
    token = shown
  })
  await perform(context, verb, { actor, input: { name: first.name, reason: 'demo' } })
  return invitationLink(context.config, token)
}
