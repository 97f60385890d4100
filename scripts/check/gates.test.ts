import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTree, type TreeCopy } from './tree-copy.ts'

// Tests that each check of `npm run check` can fail: a violation is planted in a copy of the tree, and the check runs
// there.

let tree: TreeCopy
beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

function expectFailure(script: string, args: string[], words: (string | RegExp)[]): void {
  const { status, output } = tree.run(script, ...args)
  expect(status, output).toBe(1)
  for (const word of words) expect(output).toMatch(word)
}

describe('gates fail on planted violations', () => {
  test('`npm run format:check` fails on an unformatted file', () => {
    tree.write('contract/src/planted-format.ts', 'export const  planted = {a:1};\n')
    expectFailure('format:check', ['contract/src'], ['planted-format.ts', /would have printed/])
  })

  describe('lint', () => {
    // One run for all files, because a run first builds the types of the tree. Each file breaks only one rule.
    let output = ''
    beforeAll(() => {
      tree.write('server/src/planted-lint.ts', 'export function planted(): void {\n  Promise.resolve(1)\n}\n')
      tree.write(
        'web/src/planted-lint.tsx',
        `import { useState } from 'react'
export function Planted({ value }: { value: any }) {
  if (value) useState(1)
  return <img src="/planted.png" />
}
`,
      )
      const lines = (count: number) =>
        Array.from({ length: count }, (_, at) => `  seen.push(${at})`).join('\n')
      const branches = Array.from({ length: 20 }, (_, at) => `  if (n === ${at}) return ${at}`).join('\n')
      tree.write(
        'server/src/planted-long.ts',
        `export function long(seen: number[]): void {\n${lines(400)}\n}\n
export function winding(n: number): number {\n${branches}\n  return n\n}\n`,
      )
      const files = ['server/src/planted-lint.ts', 'web/src/planted-lint.tsx', 'server/src/planted-long.ts']
      const result = tree.run('lint', ...files)
      output = result.output
      expect(result.status, output).toBe(1)
    })

    test.each([
      ['a floating promise', ['no-floating-promises']],
      [
        '`any`, a conditional hook and an image without alternative text',
        ['no-explicit-any', 'rules-of-hooks', 'alt-text'],
      ],
      [
        'too long files and functions and too much complexity',
        ['max-lines)', 'max-lines-per-function', 'complexity'],
      ],
    ])('`npm run lint` fails on %s', (_what, words) => {
      for (const word of words) expect(output).toMatch(word)
    })
  })

  test('`npm run types` fails on a string assigned to a number', () => {
    tree.write('contract/src/planted-types.ts', "export const planted: number = 'one'\n")
    expectFailure('types', ['contract'], ['planted-types.ts', 'TS2322'])
  })

  test('`npm run dead` fails on an unused file and an unused export', () => {
    tree.write('server/src/planted-dead.ts', 'export const planted = 1\n')
    tree.append('server/src/platform/clock.ts', '\nexport const plantedExport = 1\n')
    expectFailure('dead', [], [/Unused files[^]*planted-dead\.ts/, /Unused exports[^]*plantedExport/])
  })

  test('`npm run generated` fails on a generated docs page that was edited by hand', () => {
    tree.append('docs/ledger.md', 'planted\n')
    expectFailure('generated', [], [/docs\/ledger\.md {2}differs/, 'npm run generate'])
  })

  test('`npm run docs` fails on a dead link, path, heading and npm script, an unknown requirement, an unlisted decision and too many words', () => {
    tree.write(
      'docs/planted.md',
      'See [this](nowhere.md), [that](ledger.md#no-such-heading), `server/src/nowhere.ts`; run `npm run nothing`.\n',
    )
    tree.write('docs/decisions/0002-planted.md', `# 0002 Planted\n\n${'word '.repeat(50_000)}\n`)
    tree.append('docs/decisions/README.md', '| [0002](0002-again.md) | Again | |\n')
    tree.append('docs/security/asvs.tsv', '99.1.1\t1\tNothing\topen\tMore\n')
    expectFailure(
      'docs',
      [],
      [
        /asvs\.tsv:255 {2}99\.1\.1 is no requirement of level 1 or 2/,
        /planted\.md:1 {2}the link nowhere\.md leads nowhere/,
        /docs\/ledger\.md has no heading #no-such-heading/,
        /there is no server\/src\/nowhere\.ts/,
        /there is no npm script nothing/,
        /0002-planted\.md is not in the index/,
        /all pages have \d+ words.*0002-planted/,
        /decision 0003 is missing or taken twice/,
      ],
    )
  })

  test('`npm run words` fails on a word that the glossary replaces, in a name and in a title', () => {
    tree.write(
      'server/src/planted-words.test.ts',
      "export const rehearsePlanted = 1\n\ntest('can rehearse', () => {})\n",
    )
    expectFailure('words', [], [/planted-words.test.ts:1 {2}"rehearse".*dry run/, /planted-words.test.ts:3/])
  })

  test('SCN-13 `npm run words` fails on a word that the glossary keeps from lenders, in a text of a screen', () => {
    tree.write('web/src/planted-screen.tsx', 'export const Planted = () => <p>Nama penerima dana</p>\n')
    expectFailure('words', [], [/planted-screen.tsx:1 {2}lenders read "Penerima Dana", not "penerima dana"/])
  })

  test('`npm run sabotages` fails on a sabotage whose text to replace does not occur exactly once in the source', () => {
    tree.append('server/src/cash/withdrawal/fee.ts', '// { fee: outbound.fees.external,\n')
    expectFailure('sabotages', [], [/fee\.ts {2}sabotage fee-not-taken: its text is found 2 times/])
  })

  test('`npm run money-commands` fails on a command that reaches a movement of the ledger and is not killed at its steps, and CON-01 on one of staff that says nothing of a second pair', () => {
    tree.write(
      'server/src/cash/deposit/planted-give.ts',
      `import { post } from '../../books/index.ts'
export const give = async (tx: never): Promise<void> => post(tx, {} as never)
`,
    )
    tree.write(
      'server/src/cash/deposit/planted-gift.ts',
      `import { mutation } from '../../platform/commands/command.ts'
import { give } from './planted-give.ts'
export const gift = mutation({ operation: 'plantedGift', permit: ['operator'], run: give })
export const rename = mutation({ operation: 'plantedRename', permit: ['operator'], withoutSecondPair: 'test', run: async () => ({ answer: {} }) })
export const grant = mutation({ operation: 'plantedGrant', permit: ['operator'], secondPair: true, run: async () => ({ answer: {} }) })
`,
    )
    tree.write(
      'server/demo/planted-demo.ts',
      `import { mutation } from '../src/platform/commands/command.ts'
export const demo = mutation({ operation: 'plantedDemo', permit: ['operator'], run: async () => ({ answer: {} }) })
`,
    )
    const { status, output } = tree.run('money-commands')
    expect(status, output).toBe(1)
    expect(output).toMatch(/planted-demo\.ts:2 {2}plantedDemo may be run by staff/)
    expect(output).toMatch(/planted-gift\.ts:3 {2}plantedGift moves money, and no verb/)
    expect(output).toMatch(
      /planted-gift\.ts:3 {2}plantedGift may be run by staff: beside permit it declares either secondPair/,
    )
    expect(output).toMatch(
      /planted-gift\.ts:5 {2}plantedGrant needs a second pair, and .*operations\.ts does not name it/,
    )
    expect(output).not.toContain('plantedRename')
  })

  test('SEC-02 `npm run regexes` fails on an expression of quadratic time, and not on one of linear time', () => {
    tree.write(
      'server/src/planted-regex.ts',
      'export const planted = [/\\s*,\\s*/, /^[a-z]{1,5}$/, /(a|a)*b/]\n',
    )
    // A verdict takes up to seconds; what `npm run check` has found good is not judged again.
    const memory = path.join(import.meta.dirname, '../../.cache/regexes.json')
    if (existsSync(memory)) tree.write('.cache/regexes.json', readFileSync(memory, 'utf8'))
    const { status, output } = tree.run('regexes')
    expect(status, output).toBe(1)
    expect(output).toContain('planted-regex.ts:1  /\\s*,\\s*/ takes 2nd degree polynomial time')
    expect(output).toContain('/(a|a)*b/ takes exponential time')
    expect(output).toContain('regexes: 2 found')
  })

  test('`npm run lockfile` fails on a foreign registry, a missing hash and a version range', () => {
    const lock = JSON.parse(readFileSync(path.join(tree.folder, 'package-lock.json'), 'utf8'))
    lock.packages['node_modules/zod'].resolved = 'https://packages.example/zod.tgz'
    delete lock.packages['node_modules/zod'].integrity
    tree.write('package-lock.json', JSON.stringify(lock))
    tree.write('bench/package.json', '{ "dependencies": { "zod": "^4.0.0" } }\n')
    expectFailure(
      'lockfile',
      [],
      [
        /node_modules\/zod does not come from/,
        /node_modules\/zod has no integrity/,
        /bench\/package\.json {2}zod is asked for as \^4\.0\.0/,
      ],
    )
  })
})

describe('boundaries fails on forbidden imports, SQL and settings', () => {
  const planted: [file: string, text: string, words: RegExp][] = [
    ['contract/src/planted-node.ts', "import 'node:fs'", /contract\/ imports zod and nothing else/],
    [
      'web/src/ui/planted-text.tsx',
      "export function Planted({ on }: { on: boolean }) {\n  return on ? 'text' : null\n}",
      /this component is only a text/,
    ],
    ['web/src/ui/planted-element.ts', "import { createElement } from 'react'", /write elements as JSX/],
    [
      'server/src/funding/single/planted-web.ts',
      "import '@pematang/web/main'",
      /server\/ may not import web\//,
    ],
    [
      'server/src/funding/single/planted-door.ts',
      "import '../../lenders/auth/index.ts'",
      /lenders\/ is reached through its one door/,
    ],
    [
      'server/src/funding/single/planted-inner-door.ts',
      "import '../mandate/store.ts'",
      /funding\/mandate\/ is reached through its one door/,
    ],
    [
      'server/src/funding/single/planted-door.test.ts',
      "import '../../lenders/auth/index.ts'",
      /lenders\/ is entered through lenders\/index\.ts or testing\.ts/,
    ],
    [
      'bench/src/planted-door.ts',
      "import '../../server/src/cash/deposit/index.ts'",
      /cash\/ is entered through cash\/index\.ts or testing\.ts/,
    ],
    [
      'server/demo/planted-door.ts',
      "import '../src/cash/testing.ts'",
      /cash\/ is entered through cash\/index\.ts, not through cash\/testing\.ts/,
    ],
    [
      'server/src/funding/single/planted-testing.ts',
      "import '../../cash/testing.ts'",
      /cash\/testing\.ts is for tests and tools/,
    ],
    [
      'deploy/cluster/planted-proof.ts',
      "import '../../proof/src/prove.ts'",
      /deploy\/ may not import proof\//,
    ],
    [
      'proof/src/model/planted-server.ts',
      "import '../../../../server/src/books/ledger/index.ts'",
      /imports itself and types of contract/,
    ],
    [
      'server/src/books/schedule/planted-config.ts',
      "import '../../platform/clock.ts'",
      /books\/ imports nothing above it/,
    ],
    ['server/src/funding/single/planted-main.ts', "import '../../main/app.ts'", /main\/ composes the server/],
    [
      'server/src/operator/planted-testing.ts',
      "import '../../testing/fixture.ts'",
      /testing\/ is for tests and tools; operator does not import it/,
    ],
    ['server/src/platform/planted-up.ts', "import '../lenders/index.ts'", /platform\/ imports nothing above/],
    ['server/src/books/ledger/planted-up.ts', "import '../../loans/index.ts'", /books\/ imports platform/],
    [
      'server/src/books/ledger/planted-type.ts',
      "export type Planted = import('../../funding/index.ts').Planted",
      /books\/ imports platform/,
    ],
    ['sandbox/src/planted-server.ts', "import '@pematang/server/config'", /sandbox\/ may not import server/],
    ['web/src/planted-server.ts', "import '../../server/src/context.ts'", /web\/ may not import server/],
    ['web/src/planted-schemas.ts', "import { endpoints } from '@pematang/contract/endpoints'", /only types/],
    [
      'web/src/features/lenders/auth/planted.ts',
      "import '../../funding/index.ts'",
      /features never import each other/,
    ],
    ['web/src/ui/planted-app.ts', "import '../paths.ts'", /ui\/ imports nothing of the app/],
    ['web/src/shell/planted-up.ts', "import '../routes/login.tsx'", /shell lies below routes/],
    ['web/src/routes/planted-staff.ts', "import '../console/paths.ts'", /routes lies below console/],
    [
      'web/src/console/planted.ts',
      "import '../features/lenders/auth/code.ts'",
      /the console shows no screen of lenders/,
    ],
    [
      'server/src/funding/single/planted-sql.ts',
      'export const find = (name: string) => `select id from lender where name = ${name}`',
      /a value inside SQL: pass name as a parameter/,
    ],
    [
      'server/src/funding/single/planted-added.ts',
      "declare const db: { query(text: string): void }\nexport const find = (id: string) => db.query('select ' + id)",
      /SQL is added together/,
    ],
    [
      'server/src/funding/single/planted-money.ts',
      "export const cheat = 'update account set balance = balance + 1'",
      /only ledger\/ changes the tables/,
    ],
    [
      'server/src/funding/single/planted-reads.ts',
      "export const cheat = 'select principal_due from portfolio_total where lender_id = 1'",
      /only the dashboard reads the read models/,
    ],
    [
      'server/src/funding/single/planted-name.ts',
      "declare const one: (...parts: string[]) => void\nexport const find = () => one('db', 'servicing.find', 'select 1 as id')",
      /the statement servicing\.find is to be named funding\.single\.question/,
    ],
    [
      'server/src/funding/single/planted-env.ts',
      'export const planted = process.env.PLANTED',
      /only config\.ts reads the environment/,
    ],
  ]
  // One run for everything that is planted, because a run reads the whole tree.
  let output = ''
  beforeAll(() => {
    for (const [file, text] of planted) tree.write(file, `${text}\n`)
    plantRooms()
    plantHandedOn()
    plantGood()
    const result = tree.run('boundaries')
    output = result.output
    expect(result.status, output).toBe(1)
  })

  test.each(planted)('`npm run boundaries` reports the planted violation in %s', (file, _text, words) => {
    const reported = output.split('\n').filter((line) => line.startsWith(`${file}:`))
    expect(reported).toHaveLength(1)
    expect(reported[0]).toMatch(words)
  })

  test('`npm run boundaries` reports an upward import between folders, a cycle of files and a folder missing from the order', () => {
    for (const words of [
      /\d+ arrows run up between rooms, at most 0 may: books\/ledger imports loans/,
      /2 files import each other in a circle: server\S*planted-(circle|back)\.ts, server\S*planted-(circle|back)\.ts/,
      /2 files import each other in a circle: \S*planted-entry\.tsx?, \S*planted-entry\.tsx?/,
      /server\/src\/planted-room {2}has no place in the house/,
      /\d+ arrows between districts, \d+ between rooms, \d+ up, \d+ circles of files/,
    ])
      expect(output).toMatch(words)
  })

  test('`npm run boundaries` allows a re-exported constant in SQL text, and rejects a re-exported value', () => {
    expect(output.split('\n').filter((line) => line.includes('planted-handed'))).toEqual([
      expect.stringMatching(/planted-handed-money\.ts:2 .*only ledger\/ changes the tables/),
      expect.stringMatching(
        /planted-handed-value\.ts:2 .*a value inside SQL: pass plantedValue as a parameter/,
      ),
    ])
  })

  test('`npm run boundaries` allows an import of an index file, constant SQL text and an SQL parameter', () => {
    expect(output).not.toContain('planted-good')
  })
})

function plantRooms(): void {
  tree.write('server/src/books/ledger/planted-circle.ts', "import './planted-back.ts'\n")
  tree.write('server/src/books/ledger/planted-back.ts', "import type {} from './planted-circle.ts'\n")
  // A circle may run through a workspace that is imported by its name.
  tree.write('contract/src/planted-entry.ts', "import type {} from '../../web/src/planted-entry.tsx'\n")
  tree.write('web/src/planted-entry.tsx', "import type {} from '@pematang/contract/planted-entry'\n")
  tree.write('server/src/books/ledger/planted-above.ts', "import '../../loans/index.ts'\n")
  tree.write('server/src/planted-room/index.ts', "import '../platform/clock.ts'\n")
}

function plantHandedOn(): void {
  tree.write(
    'server/src/lenders/limits/planted-parts.ts',
    [
      "export const plantedColumns = 'l.id, l.name'",
      'export const plantedJoin = `join lender l on l.id = a.lender_id`',
      'export const plantedValue = ["lender"].join()',
    ].join('\n'),
  )
  tree.append(
    'server/src/lenders/limits/index.ts',
    "export { plantedColumns, plantedJoin as plantedFrom, plantedValue } from './planted-parts.ts'\n",
  )
  tree.append(
    'server/src/lenders/index.ts',
    "export { plantedColumns, plantedFrom, plantedValue } from './limits/index.ts'\n",
  )
  const handedOn = (name: string) =>
    `import { ${name} } from '../../lenders/index.ts'\nexport const find = \`select id, \${${name}} from agreement a\``
  tree.write('server/src/funding/single/planted-handed-columns.ts', handedOn('plantedColumns'))
  tree.write('server/src/funding/single/planted-handed-join.ts', handedOn('plantedFrom'))
  tree.write('server/src/funding/single/planted-handed-value.ts', handedOn('plantedValue'))
  tree.write(
    'server/src/funding/single/planted-handed-money.ts',
    "import { plantedFrom } from '../../lenders/index.ts'\nexport const cheat = `update hold set amount = 1 ${plantedFrom}`",
  )
}

function plantGood(): void {
  tree.write(
    'server/src/funding/single/planted-good.ts',
    [
      "import { cashOf } from '../../books/index.ts'",
      "const columns = 'id, name'",
      'const from = `from lender where $1 = id`',
      'export const good = [cashOf, `select ${columns} ${from}`]',
    ].join('\n'),
  )
}
