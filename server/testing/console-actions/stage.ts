import type { Context } from '../../src/context.ts'
import { loadActions } from '../../src/main/testing.ts'
import type { Mutation } from '../../src/platform/commands/command.ts'
import { perform } from '../../src/platform/commands/perform.ts'
import { type LoggedInStaff, logInStaff, startConsole } from '../console.ts'
import { aDisbursementScenario } from '../disbursement-scenario.ts'
import { aLender } from '../people.ts'

/** A form of one action, filled so that it changes something, and how the change is read. */
export type FilledForm = {
  input: Record<string, string>
  /** What the action changes, as the database has it now. */
  effect: () => Promise<unknown>
  /** What `effect` gives once the action was done. */
  done: unknown
}

/** Sets up what one action needs, and fills its form. No rule asks for a second pair meanwhile. */
export type Fill = (stage: ActionStage) => Promise<FilledForm>

export type Fills = Readonly<Record<string, Fill>>

export const operator = { kind: 'operator', name: 'test' } as const
export const reason = 'surat nomor 7'
export const sha256 = 'a1'.repeat(32)

let names = 0
/** A name that nothing else has. */
export const newName = (kind: string): string => `${kind}-${(names += 1)}`

export type ActionStage = Awaited<ReturnType<typeof setActionStage>>

/** A platform with banks that a test controls, its console, and staff: Maya proposes, Budi decides. */
export async function setActionStage() {
  const scenario = await aDisbursementScenario({ settings: { CONSOLE_PORT: '3100' } })
  const { context } = scenario.fixture
  const app = await startConsole(scenario.fixture)
  const { byName } = await loadActions()
  const people = {} as Record<'maya' | 'budi', LoggedInStaff>
  people.maya = await logInStaff(scenario.fixture, app, 'Maya', 'LOOK', 'WORK')
  people.budi = await logInStaff(scenario.fixture, app, 'Budi', 'LOOK', 'DECIDE')
  // So that rights can be taken from somebody: the last two who decide and the last administrator stay.
  for (const name of ['Dewi', 'Citra']) await logInStaff(scenario.fixture, app, name, 'DECIDE', 'ADMIN')
  return {
    ...{ scenario, fixture: scenario.fixture, context, byName, ...people },
    /** Does an action without a console, to set something up. */
    run: async (name: string, input: Record<string, string>): Promise<void> => {
      const action = byName.get(name)
      if (!action) throw new Error(`there is no action ${name}`)
      const read = await action.read(input, { db: context.db, staffId: people.maya.staffId })
      await action.perform(context, { actor: operator, input: read })
    },
    act: <Input, Answer>(
      command: Mutation<Context, Input, Answer, 'operator'>,
      input: Input,
    ): Promise<Answer> => perform(context, command, { actor: operator, input }),
    /** The rows of a statement that a test writes itself. */
    read: async (text: string, ...values: unknown[]): Promise<object[]> =>
      (await context.db.query<object>({ text, values })).rows,
    /** A new lender. */
    lender: async (options: Parameters<typeof aLender>[1] = {}): Promise<string> =>
      String((await aLender(context, options)).lenderId),
    /** The business day so many days from now. */
    day: async (days: number): Promise<string> => {
      const text = 'select (business_day(app_now()) + $1::int)::text as day'
      const { rows } = await context.db.query<{ day: string }>({ text, values: [days] })
      return rows[0]?.day ?? ''
    },
    async close() {
      await app.close()
      await scenario.close()
    },
  }
}
