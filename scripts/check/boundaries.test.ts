import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTree, type TreeCopy } from './tree-copy.ts'

// As gates.test.ts, for what `npm run boundaries` forbids.

let tree: TreeCopy
beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

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
