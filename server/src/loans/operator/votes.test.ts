import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { expect, test } from 'vitest'
import { confirmed } from '../../../testing/decide-proposal.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aPerson, aRule, decidedBy } from '../../../testing/staff.ts'
import { aVotableLoan, asksForVotes, moveOn, voteAs } from '../../../testing/votes.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { setVoteRule } from '../votes/index.ts'

const { fixture, operator, file, pathOf } = operatorAtWork()
const today = businessDateOf(new Date())
const terms = [
  ...['--agreed-on', addDays(today, 15), '--interest', '0.06', '--interest-type', 'FLAT', '--tenor', '24'],
  ...['--tenor-period', 'MONTH'],
]

test('VOTE-01 VOTE-04 VOTE-06 `loans vote` sets the rule, calls, shows, withdraws, and writes the addendum that `loans restructure` takes', async () => {
  const { context } = fixture()
  const rule = (...args: string[]) => operator(['--json', 'loans', 'vote', 'rule', ...args])
  expect((await rule()).json).toMatchObject({ version: 1, rule: { required: false, days: 14 } })
  expect((await rule('--quorum', '101/100')).json.code).toBe('VOTE_RULE_INVALID')
  expect((await rule('--quorum', '50%')).exit).not.toBe(0)
  expect((await rule('--required', 'yes', '--dry-run')).json).toMatchObject({ version: 2, dryRun: true })
  expect((await rule('--required', 'yes')).json).toMatchObject({ version: 2, rule: asksForVotes })

  const { loanNumber, lenders } = await aVotableLoan(context, [700_000, 500_000])
  const consent = await file('the consent of the borrower')
  const call = (...more: string[]) =>
    operator([
      ...['--json', 'loans', 'vote', 'call', loanNumber, ...terms, '--reason', 'Omzet turun'],
      ...['--consent', 'C-1', '--consent-provider', 'privy', '--consent-at', '2026-02-01T09:00:00+07:00'],
      ...['--consent-file', consent, ...more],
    ])
  expect((await call('--asked-by', 'lenders')).exit).toBe(2)
  expect((await call('--dry-run')).json).toMatchObject({ lenders: 2, principal: 1_200_000 })
  const called = await call()
  expect(called).toMatchObject({ exit: 0, json: { lenders: 2 } })
  expect((await call()).json.code).toBe('VOTE_STANDING')
  const { voteId, sha256 } = called.json
  const withdrawn = await operator(['--json', 'loans', 'vote', 'withdraw', voteId, '--reason', 'salah ketik'])
  expect(withdrawn.json).toMatchObject({ state: 'WITHDRAWN', changed: true })
  const again = (await call()).json
  expect(again.sha256).not.toBe(sha256)
  const standing = (await operator(['--json', 'loans', 'vote', 'list'])).json.votes
  expect(standing.filter((one: { loanNumber: string }) => one.loanNumber === loanNumber)).toMatchObject([
    { id: again.voteId, state: 'OPEN', lenders: lenders.length },
  ])
  const addendum = pathOf('addendum.pdf')
  const shown = await operator(['--json', 'loans', 'vote', 'show', loanNumber, '--addendum', addendum])
  expect(shown.json.votes.map(({ state }: { state: string }) => state)).toEqual(['OPEN', 'WITHDRAWN'])
  expect(
    createHash('sha256')
      .update(await readFile(addendum))
      .digest('hex'),
  ).toBe(again.sha256)
  expect((await operator(['loans', 'vote', 'show', loanNumber, '--addendum', addendum])).exit).toBe(2)
  await voteAs(context, lenders[0] ?? 0, again.voteId, true)
  fixture().travel('15 days')
  await moveOn(context)
  const restructure = (agreement: string) =>
    operator([
      ...['--json', 'loans', 'restructure', loanNumber, ...terms, '--agreement', 'ADD/1'],
      ...['--agreement-file', agreement],
    ])
  expect((await restructure(consent)).json.code).toBe('VOTE_OTHER_TERMS')
  expect(await restructure(addendum)).toMatchObject({ exit: 0, json: { version: 2 } })
  fixture().travel(undefined)
})

test('VOTE-04 a looser rule of votes needs a second pair of eyes where a rule asks for it', async () => {
  const dewi = await aPerson(fixture(), 'Dewi', 'LOOK', 'DECIDE')
  await aPerson(fixture(), 'Maya', 'LOOK', 'WORK')
  await aRule(fixture(), 'setVoteRule')
  const proposed = await operator([
    ...['--json', '--operator', 'Maya', 'loans', 'vote', 'rule', '--required', 'no'],
  ])
  const proposal = proposed.json.proposal.number
  const { context } = fixture()
  const required = async () =>
    (
      await inTransaction(context.db, { repeatable: true }, (tx) =>
        one<{ required: boolean }>(tx, 'test.rule', 'select required from vote_rule_in_force()', []),
      )
    ).required
  expect(await required()).toBe(true)
  const input = { ...asksForVotes, required: false }
  await confirmed(context, proposal)
  await decidedBy(fixture(), setVoteRule, dewi, { proposal, input })
  expect(await required()).toBe(false)
})
