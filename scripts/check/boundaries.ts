import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkCircles } from './boundaries/circles.ts'
import { checkEnvironment } from './boundaries/environment.ts'
import { breach } from './boundaries/layers.ts'
import { checkRooms } from './boundaries/rooms.ts'
import { readSource } from './boundaries/source.ts'
import { checkSql } from './boundaries/sql.ts'
import { type Finding, report } from './findings.ts'
import { listFiles, root } from './tree.ts'

// `npm run boundaries`: checks that imports point one way, SQL contains no values, only the ledger writes the tables of
// money, only config.ts reads the environment, folders import downwards, and files import in no cycle.

const files = listFiles(root, [
  '{contract,server,sandbox,web,e2e,proof,bench,scripts,deploy}/**/*.{ts,tsx}',
  'sandbox/**/*.js',
])
const sources = new Map(
  files.map((file) => [file, readSource(file, readFileSync(path.join(root, file), 'utf8'))]),
)
const findings: Finding[] = [...sources.values()].flatMap((source) => {
  const { file } = source
  const imports = source.imports.flatMap((one) => {
    const message = breach(file, one)
    return message === null ? [] : [{ file, line: one.line, message }]
  })
  return [...imports, ...checkSql(source, sources), ...checkEnvironment(source)]
})
const rooms = checkRooms(sources)
const circles = checkCircles(sources)
report(
  'boundaries',
  [...findings, ...rooms.findings, ...circles.findings],
  `${files.length} files, ${rooms.counts}, ${circles.counts}`,
)
