import type { Preview } from '@pematang/contract/staff/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashInForms } from '../../../testing/console-actions/cash-in.ts'
import { cashOutForms } from '../../../testing/console-actions/cash-out.ts'
import { lastForms, lenderForms } from '../../../testing/console-actions/lenders.ts'
import { loanForms } from '../../../testing/console-actions/loans.ts'
import { staffForms } from '../../../testing/console-actions/staff.ts'
import {
  type ActionStage,
  type FilledForm,
  type Fills,
  setActionStage,
} from '../../../testing/console-actions/stage.ts'
import { aRule } from '../../../testing/staff.ts'
import { secondPairOperations } from '../../staff/testing.ts'

let stage: ActionStage
beforeAll(async () => {
  stage = await setActionStage()
}, 120_000)
afterAll(async () => {
  expect(await stage.fixture.books()).toEqual([])
  await stage.close()
})

const forms: Fills = {
  ...{ ...lenderForms, ...loanForms, ...cashInForms, ...cashOutForms, ...staffForms, ...lastForms },
}

/** Votes, transfers of holdings, limits and estates are filled in forms-of-lenders.test.ts. */
const inFormsOfLenders = [
  ...['callVote', 'withdrawVote', 'recordHeirsVote', 'setVoteRule'],
  ...['transferHoldings', 'takeBackTransfer', 'setLimits', 'recordEstate'],
]

/** The names of properties and states in the source, which nobody of the staff reads. */
const codes = /^[A-Z_]{4,}$/

/** What the database or the code would say of a fault. */
const inEnglish = /\b(row|expected|invalid|range|null|undefined|violates)\b/i

/** What a preview says there is before and afterwards. */
const wordsOf = ({ lines }: Preview): string[] =>
  lines.flatMap(({ before, after }) => [before ?? '', after ?? ''])

const operationOf = (name: string): string => stage.byName.get(name)?.operation ?? ''

/** Has Maya try an action, which changes nothing, and read what it would do. */
async function tried(name: string, { input, effect }: FilledForm): Promise<Preview> {
  const before = await effect()
  const answer = await stage.maya.post('/actions/preview', { name, input })
  expect([answer.status, answer.json.message]).toEqual([200, undefined])
  const preview = answer.json as Preview
  expect(preview.lines.length).toBeGreaterThan(0)
  expect(wordsOf(preview).filter((words) => codes.test(words))).toEqual([])
  expect(await effect()).toEqual(before)
  return preview
}

/** What passes the checks of some fields and is nothing that the database, the date or the books can take. */
const oddInput = [
  '0',
  '1',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '\ud800',
  '0001-01-01',
  '9999-12-31',
]

/** Has Maya try an action with each field wrong in its turn: each is refused with a sentence, or was right. */
async function oddInputRefused(name: string, { input }: FilledForm): Promise<void> {
  for (const [field, odd] of Object.keys(input).flatMap((field) =>
    oddInput.map((odd) => [field, odd] as const),
  )) {
    const { status, json } = await stage.maya.post('/actions/preview', {
      name,
      input: { ...input, [field]: odd },
    })
    if (status === 200) continue
    expect(status, `${field} ${odd}: ${json.code}`).toBeLessThan(500)
    expect(json.message, `${field} ${odd}`).toMatch(/^[A-Z]/)
    expect(json.message, `${field} ${odd}`).not.toMatch(inEnglish)
  }
}

const asked = (name: string, { input }: FilledForm) =>
  stage.maya.post('/actions/propose', { name, input }, { headers: { 'idempotency-key': `action-${name}` } })

/** Has Maya propose an action, and Budi read the same of it as she, and agree with a passkey. */
async function decided(name: string, form: FilledForm, preview: Preview): Promise<void> {
  const before = await form.effect()
  const { status, json } = await asked(name, form)
  expect([status, json.message, json.state]).toEqual([200, undefined, 'PROPOSED'])
  expect((await asked(name, form)).json).toMatchObject({ number: json.number, isNew: false })
  const { json: shown } = await stage.budi.get(`/approvals/page?number=${json.number}`)
  expect(shown).toMatchObject({
    refusal: null,
    changed: [],
    state: 'WAITING',
    mayDecide: true,
    maker: 'Maya',
  })
  expect(shown.preview.lines).toEqual(preview.lines)
  expect(shown.input.length).toBeGreaterThan(0)
  // What was proposed under a document is decided under the same.
  if (form.input['sha256']) expect(JSON.stringify(shown.input)).toContain(form.input['sha256'])
  expect(shown.title).toBe(stage.byName.get(name)?.title)
  expect(await form.effect()).toEqual(before)
  const proposal = { number: json.number as number, hash: shown.hash as string }
  const [result] = (await stage.budi.decide([proposal])).json.results
  expect([result.message, result.state]).toEqual([null, 'DONE'])
  const [again] = (await stage.budi.decide([proposal])).json.results
  expect(again.code).toBe('PROPOSAL_ENDED')
}

describe('CON-08 an action of the console', () => {
  test('has a form in the table of this test, or in that of its own', () => {
    expect([...Object.keys(forms), ...inFormsOfLenders].toSorted()).toEqual(
      [...stage.byName.keys()].toSorted(),
    )
  })

  test.each(Object.keys(forms))(
    'CON-08 %s is filled, tried, and proposed by one and decided by another with a passkey, or run alone, and its effect is in the books',
    async (name) => {
      const form = await (forms[name] as Fills[string])(stage)
      const operation = operationOf(name)
      const needsTwo = secondPairOperations.includes(operation)
      if (needsTwo) await aRule(stage.fixture, operation)
      await oddInputRefused(name, form)
      const preview = await tried(name, form)
      expect(preview.deciders).toBe(needsTwo ? 1 : 0)
      const before = await form.effect()
      if (needsTwo) await decided(name, form, preview)
      else expect((await asked(name, form)).json).toMatchObject({ state: 'DONE', lines: preview.lines })
      expect(await form.effect()).toEqual(form.done)
      expect(before).not.toEqual(form.done)
      if (needsTwo) await lift(operation)
    },
  )
})

/** Takes a rule away; that of the rules themselves is decided. */
async function lift(operation: string): Promise<void> {
  if (operation !== 'setApprovalRules') return aRule(stage.fixture, operation, { deciders: 0 })
  const input = { operation, deciders: '0', hours: '24', reason: 'test' }
  const { json } = await stage.maya.post('/actions/propose', { name: 'setApprovalRules', input }, keyed)
  const { json: shown } = await stage.budi.get(`/approvals/page?number=${json.number}`)
  expect(shown.input).toContainEqual({ label: 'Tindakan', value: shown.title })
  expect(shown.preview.lines[0].label).toBe(shown.title)
  await stage.budi.decide([{ number: json.number, hash: shown.hash }])
}
const keyed = { headers: { 'idempotency-key': 'lift-the-rule-of-rules' } }
