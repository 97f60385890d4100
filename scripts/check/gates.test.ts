import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTree, type TreeCopy } from './tree-copy.ts'

// Each gate is seen to fail: a violation is planted in a copy of the tree, and the gate runs there as `npm run check`
// runs it. That the tree itself passes is what `npm run check` shows.

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

describe('a gate fails on what it is there for', () => {
  test('format:check: a file that is laid out otherwise', () => {
    tree.write('contract/src/planted-format.ts', 'export const  planted = {a:1};\n')
    expectFailure('format:check', ['contract/src'], ['planted-format.ts', /would have printed/])
  })

  test('lint: a promise that nobody awaits, which only types can tell', () => {
    tree.write('server/src/planted-lint.ts', 'export function planted(): void {\n  Promise.resolve(1)\n}\n')
    expectFailure('lint', ['server/src/planted-lint.ts'], ['no-floating-promises'])
  })

  test('lint: `any`, a hook under a condition, a picture without a text', () => {
    tree.write(
      'web/src/planted-lint.tsx',
      `import { useState } from 'react'
export function Planted({ value }: { value: any }) {
  if (value) useState(1)
  return <img src="/planted.png" />
}
`,
    )
    expectFailure('lint', ['web/src/planted-lint.tsx'], ['no-explicit-any', 'rules-of-hooks', 'alt-text'])
  })

  test('lint: a file and a function that are too long, a way through it that is too winding', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `  seen.push(${at})`).join('\n')
    const branches = Array.from({ length: 20 }, (_, at) => `  if (n === ${at}) return ${at}`).join('\n')
    tree.write(
      'server/src/planted-long.ts',
      `export function long(seen: number[]): void {\n${lines(400)}\n}\n
export function winding(n: number): number {\n${branches}\n  return n\n}\n`,
    )
    expectFailure(
      'lint',
      ['server/src/planted-long.ts'],
      ['max-lines)', 'max-lines-per-function', 'complexity'],
    )
  })

  test('types: a text where a number belongs', () => {
    tree.write('contract/src/planted-types.ts', "export const planted: number = 'one'\n")
    expectFailure('types', ['contract'], ['planted-types.ts', 'TS2322'])
  })

  test('dead: a file that nothing imports and an export that nothing takes', () => {
    tree.write('server/src/planted-dead.ts', 'export const planted = 1\n')
    tree.append('server/src/platform/clock.ts', '\nexport const plantedExport = 1\n')
    expectFailure('dead', [], [/Unused files[^]*planted-dead\.ts/, /Unused exports[^]*plantedExport/])
  })

  test('generated: a page that was edited by hand, and one that is missing', () => {
    tree.append('docs/errors.md', 'planted\n')
    tree.write('docs/openapi.json', '{}\n')
    expectFailure(
      'generated',
      [],
      [/docs\/errors\.md {2}differs/, /docs\/openapi\.json {2}differs/, 'npm run generate'],
    )
  })

  test('docs: a link, a path, a heading and a command that are not there', () => {
    tree.write(
      'docs/planted.md',
      'See [this](nowhere.md), [that](errors.md#no-such-heading), `server/src/nowhere.ts`; run `npm run nothing`.\n',
    )
    expectFailure(
      'docs',
      [],
      [
        /planted\.md:1 {2}the link nowhere\.md leads nowhere/,
        /docs\/errors\.md has no heading #no-such-heading/,
        /there is no server\/src\/nowhere\.ts/,
        /there is no npm script nothing/,
      ],
    )
  })

  test('lockfile: a package from elsewhere, one without its hash, a version left open', () => {
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

describe('boundaries fail on an import that goes the wrong way', () => {
  const planted: [file: string, text: string, words: RegExp][] = [
    ['contract/src/planted-node.ts', "import 'node:fs'", /contract\/ imports zod and nothing else/],
    ['server/src/funding/planted-web.ts', "import '@pematang/web/main'", /server\/ may not import web\//],
    [
      'server/src/funding/planted-door.ts',
      "import '../auth/store.ts'",
      /auth\/ is reached through its index/,
    ],
    ['server/src/funding/planted-main.ts', "import '../main/app.ts'", /main\/ composes the server/],
    ['server/src/platform/planted-up.ts', "import '../auth/index.ts'", /platform\/ imports nothing above/],
    ['server/src/ledger/planted-up.ts', "import '../loans/index.ts'", /ledger\/ imports platform/],
    ['sandbox/src/planted-server.ts', "import '@pematang/server/config'", /sandbox\/ may not import server/],
    ['web/src/planted-server.ts', "import '../../server/src/config.ts'", /web\/ may not import server/],
    ['web/src/planted-schemas.ts', "import { endpoints } from '@pematang/contract/endpoints'", /only types/],
    ['web/src/features/auth/planted.ts', "import '../funding/index.ts'", /features never import each other/],
    ['web/src/ui/planted-app.ts', "import '../paths.ts'", /ui\/ imports nothing of the app/],
    ['web/src/shell/planted-up.ts', "import '../routes/login.tsx'", /shell lies below routes/],
    [
      'server/src/funding/planted-sql.ts',
      'export const find = (name: string) => `select id from lender where name = ${name}`',
      /a value inside SQL: pass name as a parameter/,
    ],
    [
      'server/src/funding/planted-added.ts',
      "declare const db: { query(text: string): void }\nexport const find = (id: string) => db.query('select ' + id)",
      /SQL is added together/,
    ],
    [
      'server/src/funding/planted-money.ts',
      "export const cheat = 'update account set balance = balance + 1'",
      /only ledger\/ changes the tables/,
    ],
    [
      'server/src/funding/planted-reads.ts',
      "export const cheat = 'select principal_due from portfolio_total where lender_id = 1'",
      /what is kept for reading/,
    ],
    [
      'server/src/funding/planted-env.ts',
      'export const planted = process.env.PLANTED',
      /only config\.ts reads the environment/,
    ],
  ]
  let output = ''
  beforeAll(() => {
    for (const [file, text] of planted) tree.write(file, `${text}\n`)
    const result = tree.run('boundaries')
    output = result.output
    expect(result.status, output).toBe(1)
  })

  test.each(planted)('%s', (file, _text, words) => {
    const told = output.split('\n').filter((line) => line.startsWith(`${file}:`))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(words)
  })

  test('and leave alone what is allowed: a door, text made of constants, a parameter', () => {
    tree.write(
      'server/src/funding/planted-good.ts',
      [
        "import { auditBooks } from '../ledger/index.ts'",
        "const columns = 'id, name'",
        'const from = `from lender where $1 = id`',
        'export const good = [auditBooks, `select ${columns} ${from}`]',
      ].join('\n'),
    )
    expect(tree.run('boundaries').output).not.toContain('planted-good')
  })
})
