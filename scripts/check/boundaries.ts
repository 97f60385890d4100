import { checkCircles } from './boundaries/circles.ts'
import { checkEnvironment } from './boundaries/environment.ts'
import { breach } from './boundaries/layers.ts'
import { checkLoneTexts } from './boundaries/lone-texts.ts'
import { checkRooms } from './boundaries/rooms.ts'
import { readRepository } from './boundaries/source.ts'
import { checkSql, checkStatementNames } from './boundaries/sql.ts'
import { type Finding, report } from './findings.ts'

// `npm run boundaries`: checks that imports point one way, SQL contains no values, statements are named after their room, only
// the ledger writes the tables of money, only config.ts reads the environment, texts of screens stand alone, folders import
// downwards, and files import in no cycle.

const sources = readRepository()
const findings: Finding[] = [...sources.values()].flatMap((source) => {
  const { file } = source
  const imports = source.imports.flatMap((one) => {
    const message = breach(file, one)
    return message === null ? [] : [{ file, line: one.line, message }]
  })
  return [
    ...imports,
    ...checkSql(source, sources),
    ...checkStatementNames(source),
    ...checkEnvironment(source),
    ...checkLoneTexts(source),
  ]
})
const rooms = checkRooms(sources)
const circles = checkCircles(sources)
report(
  'boundaries',
  [...findings, ...rooms.findings, ...circles.findings],
  `${sources.size} files, ${rooms.counts}, ${circles.counts}`,
)
