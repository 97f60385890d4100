import type { Context } from '../../context.ts'
import { type ActingCaller, checkPassword, confirmPassword, lockLender } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'

type Choice = { id: string; agrees: boolean }
type CheckedContext = Context & { checked: { lenderId: number; session: Buffer; passwordHash: string } }

/** `changed` is false where the choice was the same before. `weight` in whole rupiah. */
export type CastVote = { agrees: boolean; changed: boolean; weight: number }

/**
 * Casts or changes the vote of a lender. The slow password check runs before the transaction, which confirms that the
 * password is unchanged.
 * @param id as the lender's browser sends it, not validated
 * @throws Refusal the ones listed in the API contract
 */
export async function castVote(
  context: Context,
  who: ActingCaller,
  { id, agrees, password }: Choice & { password: string },
): Promise<void> {
  if (!isVoteId(id)) throw new Refusal('NOT_FOUND')
  const passwordHash = await checkPassword(context, who, 'castVote', password)
  if (passwordHash === null) throw new Refusal('VOTE_PASSWORD_WRONG')
  const { lenderId, session, requestId, ip: source, actor } = who
  await perform({ ...context, checked: { lenderId, session, passwordHash } }, storeVote, {
    ...{ actor, input: { id, agrees } },
    ...{ requestId, source },
  })
}

export const isVoteId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Locks the password, then the vote, shared with other ballots, then the right. */
export const storeVote = mutation<CheckedContext, Choice, CastVote>({
  operation: 'castVote',
  permit: ['lender'],
  security: true,
  company: { read: (tx, { lenderId }, { id }) => readOpen(tx, lenderId, id) },
  async run(tx, choice, { context: { checked }, actor }) {
    const confirm = async () => {
      if (!(await confirmPassword(tx, checked))) throw new Refusal('VOTE_PASSWORD_WRONG')
    }
    // Sent together, run in this order; the first refusal counts, and takes all of it back.
    const [, answer] = await Promise.all([confirm(), addBallot(tx, actor.lenderId, choice, null)])
    return { answer, subject: `vote:${choice.id}`, detail: answer }
  },
})

/**
 * What a company's rule asks of its vote: the weight is its sum, and it is decided until the vote ends.
 * @throws Refusal NOT_FOUND, VOTE_ENDED
 */
export async function readOpen(
  db: Queryable,
  lenderId: number,
  voteId: string,
): Promise<{ amount: number; last: Date }> {
  const found = await maybe<{ amount: number; last: Date; open: boolean }>(
    db,
    'loans.votes.read_open',
    // A proposal has whole milliseconds, as dates here have.
    `select r.weight as amount, v.ends_at as last,
            v.state = 'OPEN' and date_trunc('milliseconds', v.ends_at) > app_clock() as open
       from loan_vote v join vote_right r on r.vote_id = v.id and r.lender_id = $2 where v.id = $1`,
    [voteId, lenderId],
  )
  const { open, ...read } = required(found, 'NOT_FOUND')
  if (!open) throw new Refusal('VOTE_ENDED')
  return read
}

export type HeirsVote = Omit<Choice, 'id'> & {
  voteId: string
  lenderId: number
  /** The document by which the heirs vote: its name in the archive and its hexadecimal SHA-256. */
  document: { name: string; sha256: string }
}

/**
 * Records the vote of the heirs of a dead lender, whose estate is recorded. The newest choice counts, until the end.
 * @throws Refusal ESTATE_MISSING, NOT_FOUND, VOTE_ENDED, INPUT_INVALID
 */
export const recordHeirsVote = mutation<Context, HeirsVote, CastVote>({
  operation: 'recordHeirsVote',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, voteId: id, agrees, document }) {
    if (document.name === '' || !/^[0-9a-f]{64}$/.test(document.sha256)) throw new Refusal('INPUT_INVALID')
    await lockLender(tx, lenderId)
    const { there } = await one<{ there: boolean }>(
      tx,
      'loans.votes.estate',
      'select exists (select from estate where lender_id = $1) as there',
      [lenderId],
    )
    if (!there) throw new Refusal('ESTATE_MISSING')
    const answer = await addBallot(tx, lenderId, { id, agrees }, document)
    return {
      answer,
      subject: `vote:${id}`,
      detail: { ...answer, lenderId, document: document.name, sha256: document.sha256 },
    }
  },
})

/**
 * Adds a ballot before the end, which is decided by the database's time once the vote is locked: no ballot comes between
 * the count and its end. The weight is that of the right, whatever a client may send.
 */
async function addBallot(
  tx: Queryable,
  lenderId: number,
  { id: voteId, agrees }: Choice,
  heirs: HeirsVote['document'] | null,
): Promise<CastVote> {
  const [, found] = await Promise.all([
    run(tx, 'loans.votes.share', 'select from loan_vote where id = $1 for key share', [voteId]),
    maybe<{ open: boolean; changed: boolean; weight: number }>(
      tx,
      'loans.votes.add_ballot',
      `with standing as materialized (
         select v.state = 'OPEN' and v.ends_at > app_clock() as open, r.agrees is distinct from $3 or $4::text is not null as changed,
                r.weight
           from loan_vote v join vote_right r on r.vote_id = v.id and r.lender_id = $2 where v.id = $1
       ), chosen as (
         update vote_right set ballots = ballots + 1, agrees = $3
          where vote_id = $1 and lender_id = $2 and (select open and changed from standing) returning ballots
       ), added as (
         insert into vote_ballot (vote_id, lender_id, no, agrees, heirs_document, heirs_sha256)
         select $1, $2, ballots, $3, $4, $5 from chosen
       )
       select open, changed, weight from standing`,
      [voteId, lenderId, agrees, heirs?.name ?? null, heirs?.sha256 ?? null],
    ),
  ])
  const { open, changed, weight } = required(found, 'NOT_FOUND')
  if (!open) throw new Refusal('VOTE_ENDED')
  return { agrees, changed, weight }
}
