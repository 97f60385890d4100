import { readdir, readFile, stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { englishOf } from '../../../testing/english.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { cashTable } from '../../cash/testing.ts'
import { takeOverTable } from '../../loans/testing.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { columnNames } from '../../platform/csv/table.ts'
import { load } from '../collect.ts'
import { everyDistrict } from '../districts.ts'
import { createProgram, forEachCommand } from './program.ts'

const { operator, file, pathOf, counts } = operatorAtWork()

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
const all: { name: string; command: Command }[] = []
forEachCommand(await createProgram({} as Terminal), (command) => {
  if (command.commands.length === 0) all.push({ name: nameOf(command), command })
})
const has = (command: Command, option: string): boolean => command.options.some(({ long }) => long === option)
const taking = all.filter(({ command }) => has(command, '--all-or-nothing'))
const reading = all.filter(
  ({ name, command }) => !has(command, '--dry-run') && !['books audit', 'doctor'].includes(name),
)

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

const noId = '0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e'
/** By what a command that reads looks up one thing, with a value that nothing has. */
const lookups: Readonly<Record<string, string>> = {
  ...{ id: noId, withdrawal: noId, version: '99', round: '99', phone: '81999999999' },
  ...{ number: '987654', reference: 'TIDAK-ADA', payment: 'TIDAK-ADA' },
  ...{ loan: 'TIDAK-ADA', borrower: 'TIDAK-ADA', product: 'TIDAK-ADA' },
}
/** What chooses among many, which may be none, and what else is said. */
const choices = new Set(
  `after all as-closed actor days due-on excess file from kind late limit loans-through method month on open operation out
   outcome page period ready reason record addendum request sample source stalled state subject text unfilled until`.split(
    /\s+/,
  ),
)
const beside: Readonly<Record<string, string>> = {
  from: '2026-01-01',
  on: '2026-01-31',
  out: 'nowhere.csv',
  month: '2026-01',
}

/** Each name that a command takes, with the call that gives it, and what it must have, and nothing else. */
const looked = reading.flatMap(({ name, command }) => {
  const words = name.split(' ')
  const named = command.registeredArguments.map((one) => ({ by: one.name(), needed: one.required }))
  const options = command.options.map((one) => ({ by: one.long?.slice(2) ?? '', needed: one.mandatory }))
  const valueOf = (by: string) => lookups[by] ?? beside[by] ?? 'apa saja'
  const optionsFor = (by: string) =>
    options.filter((one) => one.needed || one.by === by).flatMap((one) => [`--${one.by}`, valueOf(one.by)])
  return [...named, ...options].map(({ by }) => ({
    ...{ name, by },
    call: [
      ...words,
      ...named.filter((one) => one.needed || one.by === by).map((one) => valueOf(one.by)),
      ...optionsFor(by),
    ],
  }))
})

test('OPS-08 what a command that reads takes is a name of one thing, or chooses among many', () => {
  expect(looked.filter(({ by }) => (lookups[by] !== undefined) === choices.has(by))).toEqual([])
})

test.each([
  ...looked.filter(({ by }) => lookups[by] !== undefined),
  // Without --to it reads what a line can be.
  { name: 'bank match', by: 'line', call: ['bank', 'match', noId] },
])('OPS-08 $name exits with 2 and an Indonesian sentence where nothing has the $by', async ({ call }) => {
  const { exit, out, err } = await operator(call)
  expect([exit, out, englishOf(err)]).toEqual([2, '', undefined])
  expect(err).toMatch(/tidak ada|tidak ditemukan/i)
})

/** Those that need nothing beside their name, and write no stream for a program. */
const alone = reading.filter(
  ({ name, command: { options, registeredArguments } }) =>
    !/^report (feed|events)$/.test(name) &&
    !registeredArguments.some(({ required }) => required) &&
    !options.some(({ mandatory }) => mandatory),
)

test.each(alone)('OPS-08 $name says so where there is nothing', async ({ name }) => {
  const { exit, out, err } = await operator(name.split(' '))
  expect([exit, exit === 2 ? err : out]).toEqual([expect.any(Number), expect.stringMatching(/\S/)])
})

test('OPS-08 a value that is no number is refused by the name of its argument', async () => {
  expect((await operator(['loans', 'show', 'pmt 1'])).err).toMatch(
    /^Argumen 'number' tidak berlaku\. Nilainya /,
  )
})

/** Those that do all that they name, or nothing. */
const wholes = ['disbursements stop', 'notifications send-again']
const several = all.filter(({ command }) => command.registeredArguments.some(({ variadic }) => variadic))

test.each(several)('OPS-08 $name exits as documented where all that it names is refused', async (one) => {
  const { name, command } = one
  const needed = command.options.flatMap(({ long, mandatory }) =>
    long && (mandatory || long === '--out') ? [long, given[long] ?? 'X'] : [],
  )
  const what = command.registeredArguments[0]?.name() === 'ids' ? noId : '987654'
  const { exit } = await operator([...name.split(' '), what, ...needed, '--dry-run'])
  expect(exit).toBe(wholes.includes(name) ? 2 : 1)
})

const periods = reading.filter(({ command }) => has(command, '--from') && has(command, '--until'))

test.each(periods)('OPS-08 $name refuses a period that ends before it begins', async ({ name, command }) => {
  const named = command.registeredArguments.map((one) => lookups[one.name()] ?? 'X')
  const needed = command.options.flatMap(({ long, mandatory }) =>
    mandatory && long && !/from|until/.test(long) ? [long, lookups[long.slice(2)] ?? 'X'] : [],
  )
  const call = [...name.split(' '), ...named, ...needed, '--from', '2026-02-01', '--until', '2026-01-31']
  expect(await operator(call)).toMatchObject({ exit: 2, out: '', err: '--until mendahului --from.\n' })
})

/** Options of files that commands write. */
const written = new Set(['--out', '--report', '--addendum', '--record', '--file'])
const writing = all.flatMap(({ name, command }) =>
  command.options.flatMap(({ long }) =>
    // A command that takes a file of many reads the one of --file.
    long && written.has(long) && (long !== '--file' || !has(command, '--all-or-nothing'))
      ? [{ name, option: long, command }]
      : [],
  ),
)

test('OPS-08 no option that names a file to write is missing from these tests', () => {
  const others = all.flatMap(({ name, command }) =>
    command.options
      .filter(({ flags, long }) => /<path>/.test(flags) && long && !written.has(long))
      .map(({ long }) => `${name} ${long}`),
  )
  // These are read.
  expect(others.filter((one) => !/ (?:--consent-file|--document-file|--\w+-file)$/.test(one))).toEqual([])
})

const tries = writing.filter(({ name }) => name !== 'loans vote show')
test.each(tries)('OPS-08 $name does not write $option over a file that is there', async (one) => {
  const path = await file('what was there')
  const { name, command, option } = one
  const input = has(command, '--all-or-nothing') ? callOf(one, await file('x\n')) : name.split(' ')
  const named = has(command, '--all-or-nothing')
    ? []
    : [
        ...command.registeredArguments.map(
          (argument) => lookups[argument.name()] ?? beside[argument.name()] ?? 'X',
        ),
        ...command.options.flatMap(({ long, mandatory }) =>
          mandatory && long ? [long, lookups[long.slice(2)] ?? 'X'] : [],
        ),
      ]
  const more = name === 'tax list' ? ['--period', '2026-01'] : []
  const { exit, out, err } = await operator([
    ...input.filter((word) => word !== '--json'),
    ...named,
    ...more,
    option,
    path,
  ])
  expect([exit, out, err]).toEqual([2, '', expect.stringContaining(`${path} sudah ada dan tidak ditimpa`)])
  expect(await readFile(path, 'utf8')).toBe('what was there')
})

test('OPS-08 a file is there whole, for its owner only, or not at all; what else is no file is written as it is', async () => {
  const out = pathOf('slips.csv')
  const write = (path: string) => operator(['tax', 'list', '--period', '2026-01', '--file', path])
  expect((await write(out)).exit).toBe(0)
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect(await write('/dev/null')).toMatchObject({ exit: 0, err: '' })
  expect(await write('/dev/full')).toMatchObject({ exit: 2, err: expect.stringContaining('seluruhnya') })
  expect((await write(pathOf('none', 'slips.csv'))).err).toContain('foldernya tidak ada')
  expect((await write(pathOf())).err).toContain('bukan berkas')
  const lost = pathOf('lost.csv')
  expect((await operator(['statements', 'lender', '--phone', '81999999999', '--out', lost])).exit).toBe(2)
  const names = await readdir(pathOf())
  expect(names.filter((name) => name === 'lost.csv' || name.startsWith('.'))).toEqual([])
})
