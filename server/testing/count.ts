import { one } from '../src/platform/db/database.ts'
import type { Fixture } from './fixture.ts'

const questions = {
  bank_line: 'select count(*) as rows from bank_line',
  withdrawal_return: 'select count(*) as rows from withdrawal_return',
  transfer: 'select count(*) as rows from transfer',
} as const

export const count = async ({ context }: Pick<Fixture, 'context'>, table: keyof typeof questions) =>
  (await one<{ rows: number }>(context.db, `test.count_${table}`, questions[table])).rows
