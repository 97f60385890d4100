import type { RefusalCode } from '@pematang/contract/catalogue'
import type { ChangeLine } from '@pematang/contract/staff/fields'
import type { ProposalRow } from '@pematang/contract/staff/proposals'
import type { Context } from '../../context.ts'
import { acceptFileOperation } from '../../platform/approvals/file.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { StaffCaller } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  type Action,
  asRefusal,
  confirmProposal,
  type Decidable,
  findProposal,
  foreseenOf,
  listForPerson,
  listOfMaker,
  listSeen,
  listStaff,
  type ProposalFor,
  type ProposalSheet,
  whyRefused,
  withdrawProposal,
} from '../../staff/index.ts'
import { dry, withDeciders } from './actions.ts'
import { runOfProposal } from './files.ts'
import type { Actions } from './load-actions.ts'
import { masked } from './mask.ts'

const lists = { me: listForPerson, mine: listOfMaker, all: listSeen }

/** A page of proposals; for a person who may not decide only those that were typed in their name. */
export async function listProposals(
  { db }: Context,
  actions: Actions,
  { staffId, rights }: Pick<StaffCaller, 'staffId' | 'rights'>,
  { for: whose, limit, after }: { for: keyof typeof lists; limit: number; after?: string | undefined },
) {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new Refusal('INPUT_INVALID')
  const decides = rights.includes('DECIDE')
  const wanted = { staffId, decides, limit, after: after === undefined ? null : Number(after) }
  const { rows, next } = await lists[whose](db, wanted)
  return { rows: rows.map((row) => asRow(row, actions)), next }
}

const asRow = (
  { at, until, endedAt, ...row }: ProposalFor,
  { titleOf }: Pick<Actions, 'titleOf'>,
): ProposalRow => ({
  ...row,
  title: titleOf(row.operation),
  at: at.toISOString(),
  until: until.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/**
 * A proposal with what it would do now. Only its maker and those who decide see personal data in it.
 * @throws Refusal PROPOSAL_NOT_FOUND
 */
export async function showProposal(
  context: Context,
  actions: Actions,
  { staffId, rights }: Pick<StaffCaller, 'staffId' | 'rights'>,
  number: number,
) {
  const { db } = context
  const sheet = await findProposal(db, number)
  const command = actions.ofProposal(sheet)
  const [maker, said, kept] = [
    await makerOf(context, sheet),
    await votesOf(context, sheet),
    await foreseenOf(db, number),
  ]
  // What the maker has said is that the proposal is theirs.
  const votes = said.filter(({ by }) => by !== maker)
  const isConfirmed = sheet.seat === null || votes.length < said.length
  const isOwn = maker === staffId
  const decides = rights.includes('DECIDE')
  const agreed = votes.some(({ by }) => by === staffId)
  const isWaiting = sheet.state === 'WAITING'
  const now = command && isWaiting ? await runNow(context, command, { sheet, maker }) : nothingRun
  const shown = isOwn || decides ? <T>(value: T): T => value : masked
  const { input: _, seat, votes: __, hash, ...row } = sheet
  return {
    ...asRow(
      {
        ...row,
        isOwn,
        isConfirmed,
        agreed,
        agreements: votes.filter(({ verdict }) => verdict === 'AGREED').length,
      },
      actions,
    ),
    ...saidBy(command, sheet, shown),
    hash,
    seat: seatText(seat),
    votes: votes.map(({ by: ___, ...vote }) => vote),
    needed: now.preview?.deciders ?? votes.at(-1)?.needed ?? 1,
    preview: shown(now.preview),
    refusal: now.refusal,
    changed: shown(changedSince(command, { sheet, kept, now })),
    run: sheet.operation === acceptFileOperation ? shown(await runOfProposal(context, number)) : null,
    ...mayNow({ isWaiting, isOwn, isConfirmed, agreed }, rights),
  }
}

type Standing = { isWaiting: boolean; isOwn: boolean; isConfirmed: boolean; agreed: boolean }

/** What a person may do with a proposal now. */
const mayNow = (
  { isWaiting, isOwn, isConfirmed, agreed }: Standing,
  rights: Pick<StaffCaller, 'rights'>['rights'],
) => ({
  mayConfirm: isWaiting && isOwn && !isConfirmed && rights.includes('WORK'),
  mayDecide: isWaiting && rights.includes('DECIDE') && !isOwn && !agreed,
  mayWithdraw: isWaiting && isOwn,
})

type Run = {
  preview: Awaited<ReturnType<typeof withDeciders>> | null
  refusal: { code: RefusalCode; message: string } | null
}
const nothingRun: Run = { preview: null, refusal: null }

const saidBy = (
  command: Decidable | undefined,
  { operation, input }: ProposalSheet,
  shown: <T>(value: T) => T,
) => ({
  title: command?.title ?? operation,
  does: (command as Partial<Action> | undefined)?.does ?? null,
  input: shown(
    Object.entries(command?.says(input) ?? {}).flatMap(([label, value]) =>
      value === null ? [] : [{ label, value }],
    ),
  ),
  about: command?.about(input) ?? null,
})

const seatText = (seat: ProposalSheet['seat']): string | null =>
  seat ? `${seat.user}@${seat.host}${seat.terminal === null ? ' (tanpa terminal)' : ''}` : null

/** What the dry run of now says otherwise than that of the proposal; null where one of them is missing. */
const changedSince = (
  command: Decidable | undefined,
  { sheet, kept, now }: { sheet: ProposalSheet; kept: string | null; now: Run },
): ChangeLine[] | null =>
  command && now.preview && kept ? differences(command.recall(kept, sheet.input), now.preview.lines) : null

const makerOf = async ({ db }: Context, { maker }: ProposalSheet): Promise<number> =>
  (await listStaff(db)).find(({ name }) => name === maker)?.id ?? 0

async function votesOf({ db }: Context, sheet: ProposalSheet) {
  const people = await listStaff(db)
  const reason = sheet.state === 'REFUSED' ? await whyRefused(db, sheet) : null
  return sheet.votes.map(({ name, verdict, at, needed }) => ({
    ...{ name, verdict, needed },
    at: at.toISOString(),
    reason: verdict === 'REFUSED' ? reason : null,
    by: people.find((person) => person.name === name)?.id ?? 0,
  }))
}

/** The dry run of now, as whoever made it, or its refusal. */
async function runNow(
  context: Context,
  command: Decidable,
  { sheet: { input }, maker }: { sheet: ProposalSheet; maker: number },
): Promise<Run> {
  try {
    const foreseen = await command.foresee(dry(context), staffActor(maker), input)
    return { preview: await withDeciders(context.db, command, { input, maker, foreseen }), refusal: null }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!(refusal instanceof Refusal)) throw refusal
    return { preview: null, refusal: { code: refusal.code, message: refusal.message } }
  }
}

/** What the dry run says otherwise now: `before` is what it said then. */
function differences(then: readonly ChangeLine[], now: readonly ChangeLine[]): ChangeLine[] {
  const labels = [...new Set([...then, ...now].map(({ label }) => label))]
  const nothing = { before: null, after: null }
  const find = (lines: readonly ChangeLine[], label: string): Pick<ChangeLine, 'before' | 'after'> =>
    lines.find((line) => line.label === label) ?? nothing
  // The command line keeps no facts of before.
  const isKnown = then.some(({ before }) => before !== null)
  return labels.flatMap((label) => {
    const [was, is] = [find(then, label), find(now, label)]
    if (was === nothing && !isKnown) return []
    const after = was.after === is.after ? [] : [{ label, before: was.after, after: is.after }]
    if (!isKnown || was.before === is.before) return after
    return [{ label: `${label} sebelumnya`, before: was.before, after: is.before }, ...after]
  })
}

type Origin = { requestId: string; source: string }

export async function withdrawOwn(context: Context, staffId: number, number: number, origin: Origin) {
  await perform(context, withdrawProposal, {
    ...{ actor: staffActor(staffId), ...origin },
    input: { number, maker: staffId },
  })
  return { number }
}

export async function confirmOwn(context: Context, staffId: number, number: number, origin: Origin) {
  await perform(context, confirmProposal, {
    ...{ actor: staffActor(staffId), ...origin },
    input: { number, staffId },
  })
  return { number }
}
