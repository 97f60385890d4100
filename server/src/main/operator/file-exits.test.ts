import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { cashTable } from '../../cash/testing.ts'
import { takeOverTable } from '../../loans/testing.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { columnNames } from '../../platform/csv/table.ts'
import { load } from '../collect.ts'
import { everyDistrict } from '../districts.ts'
import { createProgram, forEachCommand } from './program.ts'

const { operator, file, counts } = operatorAtWork()

const kinds = (await load(everyDistrict, ({ files }) => files)).flatMap(({ part }) => part.files)
/** The columns of each file that a command takes: those of the console, and those of the command line alone. */
const columns: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind.command, kind.columns])),
  'loans take-over': columnNames(takeOverTable),
  'loans take-back': columnNames(takeOverTable),
  'lenders cash take-over': columnNames(cashTable),
  'products upload': kinds.find(({ command }) => command === 'loans import')?.columns ?? [],
}

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}`.trim() : ''
const taking: { name: string; command: Command }[] = []
forEachCommand(await createProgram({} as Terminal), (command) => {
  if (command.options.some(({ long }) => long === '--all-or-nothing'))
    taking.push({ name: nameOf(command), command })
})

/** Values of what must be given beside a file. */
const given: Readonly<Record<string, string>> = {
  '--reason': 'salah',
  '--number': 'PRD-1',
  '--partner': 'PT Mitra',
  '--as-of': '2026-01-31',
}

/** The call of a command with a file, and with all that must be given beside it. */
function callOf({ name, command }: { name: string; command: Command }, path: string): string[] {
  const isArgument = command.registeredArguments.some((argument) => argument.name() === 'file')
  const needed = command.options.flatMap(({ long, mandatory }) =>
    mandatory && long ? [long, given[long] ?? 'X'] : [],
  )
  return ['--json', ...name.split(' '), ...(isArgument ? [path] : ['--file', path]), ...needed]
}

test('OPS-08 every command that takes a file is tried below with the columns of its file', () => {
  expect(taking.map(({ name }) => name).toSorted()).toEqual(Object.keys(columns).toSorted())
})

describe.each(taking)('OPS-08 $name, of which each line is refused', (one) => {
  const names = columns[one.name] ?? []
  const lines = [names, names.map(() => '\u{1f4a9}'), names.map(() => '?')]
  const content = lines.map((cells) => cells.join(',')).join('\n')

  test('exits with 1, tells each line and takes nothing', async () => {
    const before = await counts()
    for (const more of [['--dry-run'], []]) {
      const { exit, json } = await operator([...callOf(one, await file(content)), ...more])
      expect([exit, json.refused]).toEqual([1, 2])
      expect(json.refusals.map(({ line }: { line: number }) => line)).toEqual([2, 3])
    }
    // The file itself may stand in the trail, with what it refused.
    expect({ ...(await counts()), audited: before.audited }).toEqual(before)
  })

  test('exits with 2 and takes nothing where the file is to be taken whole, or has other columns', async () => {
    const { exit, json } = await operator([...callOf(one, await file(content)), '--all-or-nothing'])
    expect([exit, json.refused]).toEqual([2, 2])
    const other = await operator(callOf(one, await file('entah,apa\n1,2\n')))
    expect([other.exit, typeof other.json.error]).toEqual([2, 'string'])
  })
})
