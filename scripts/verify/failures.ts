import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { failedOutsideTests, type TestOutcome, type TestReport } from './report.ts'

// What the last lines of a run say of each test that failed or needed a second try. A log of which only its end is kept
// must be enough to see what happened.

/** Lines of one error that are shown; an assertion prints the two values after its first line. */
const errorLines = 6
/** Characters of a line that are shown: an assertion may print a whole page. */
const lineWidth = 700
/** Lines of all failures together, so that they fit into the last 60 of a log. */
const allLines = 54

/**
 * Says for each failed test, and before them for each that passed only on a further try, its title and of each try the
 * error, the place in the repository and the kept files.
 * @param root the folder of the repository, from which places are named
 */
export function failures(reports: readonly TestReport[], root: string): string[] {
  const tests = reports.flatMap(({ testResults }) => testResults.flatMap((one) => one.assertionResults))
  const failed = tests.filter(({ status }) => status === 'failed')
  const again = tests.filter(
    ({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0,
  )
  const broken = reports.flatMap(({ testResults }) => testResults.filter((file) => failedOutsideTests(file)))
  return shorten([
    ...broken.map(({ name, message = '' }) => [
      `failed outside its tests: ${path.relative(root, name)}`,
      ...errorOf(message),
    ]),
    ...failed.map((test) => [`failed: ${titleOf(test)}`, ...triesOf(test, root)]),
    ...again.map((test) => [`passed only on a further try: ${titleOf(test)}`, ...triesOf(test, root)]),
  ])
}

/** The first blocks that fit, in reverse order: the end of a log is what is kept. */
function shorten(blocks: readonly string[][]): string[] {
  let left = allLines
  const shown = blocks.filter((block) => (left -= block.length) >= 0)
  const missing = blocks.length - shown.length
  return [
    ...(missing > 0 ? [`and ${missing} more, above and in .cache/test-results`] : []),
    ...shown.toReversed().flat(),
  ]
}

const titleOf = ({ fullName = '' }: TestOutcome): string => cut(fullName.trim())

const triesOf = ({ failureMessages = [] }: TestOutcome, root: string): string[] =>
  failureMessages.flatMap((message, index) => {
    const [first = 'no message', ...rest] = errorOf(message)
    const files = evidenceIn(message)
    const place = placeOf(message, root)
    return [
      `  try ${index + 1}: ${first.trim()}`,
      ...rest,
      ...(place === '' ? [] : [`    at ${place}`]),
      ...(files.length === 0
        ? []
        : [
            `    see ${path.dirname(files[0] ?? '')}/: ${files.map((file) => path.basename(file)).join(' ')}`,
          ]),
    ]
  })

/** The first lines of an error without its stack, colours and empty lines. */
const errorOf = (message: string): string[] =>
  linesOf(message.split('\nEvidence:\n')[0] ?? '')
    .filter((line) => !isFrame(line) && line.trim() !== '')
    .slice(0, errorLines)
    .map((line) => `    ${cut(line)}`)

/** The innermost line of the repository in the stack, and the line of the test that led to it. */
function placeOf(message: string, root: string): string {
  const places = linesOf(message)
    .filter((line) => isFrame(line) && line.includes(root) && !line.includes('node_modules'))
    .map((line) => line.slice(line.indexOf(root) + root.length + 1).replace(/\)$/, ''))
  const [first] = places
  const ofTest = places.find((place) => /\.(e2e|test)\.tsx?:/.test(place))
  return [...new Set([first, ofTest])].filter((place) => place !== undefined).join(', from ')
}

/** The files of a failed try, as the journeys name them at the end of their error. */
const evidenceIn = (message: string): string[] =>
  message.includes('\nEvidence:\n')
    ? linesOf(message.split('\nEvidence:\n').at(-1) ?? '').filter((line) => line.trim() !== '')
    : []

const linesOf = (text: string): string[] => stripVTControlCharacters(text).split('\n')
const isFrame = (line: string): boolean => /^\s+at /.test(line)
const cut = (line: string): string => (line.length > lineWidth ? `${line.slice(0, lineWidth)}…` : line)
