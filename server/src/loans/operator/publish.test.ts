import { expect, test } from 'vitest'
import { operatorOn } from '../../../testing/operator.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, loanFile, counts } = operatorAtWork()
const { onMarket } = lenderBeside(fixture)
const load = (path: string, ...more: string[]) => operator(['--json', 'loans', 'import', path, ...more])

test('FIX-17 `loans import --publish` publishes the imported loans only, and its dry run counts them', async () => {
  await load(await loanFile({ loanNumber: 'OTHER-1' }, { loanNumber: 'OTHER-2' }))
  await load(await loanFile({ loanNumber: 'OF-FILE-1' }))
  await operator([
    ...['products', 'upload', await loanFile({ loanNumber: 'OF-PRODUCT' })],
    ...['--number', 'PRD-1', '--partner', 'Mitra'],
  ])
  await load(await loanFile({ loanNumber: 'OFFERED-1' }), '--publish')
  expect(await onMarket('OTHER-1')).toBeUndefined()
  const path = await loanFile(
    { loanNumber: 'OF-FILE-1' },
    { loanNumber: 'OF-FILE-2' },
    { loanNumber: 'OF-FILE-2' },
    { loanNumber: 'OF-FILE-3', tenor: '0' },
    { loanNumber: 'OTHER-1', tenor: '7' },
    { loanNumber: 'OFFERED-1' },
    { loanNumber: 'OF-PRODUCT' },
  )
  const before = await counts()
  const foreseen = await load(path, '--publish', '--dry-run')
  expect(foreseen.json).toMatchObject({ imported: 1, known: 4, refused: 2, published: 2, dryRun: true })
  expect(await counts()).toEqual(before)
  expect((await load(path, '--publish')).json).toMatchObject({
    imported: 1,
    known: 4,
    refused: 2,
    published: 2,
  })
  expect(await onMarket('OF-FILE-1')).toBeDefined()
  expect(await onMarket('OF-FILE-2')).toBeDefined()
  for (const draft of ['OTHER-1', 'OTHER-2', 'OF-PRODUCT']) expect(await onMarket(draft)).toBeUndefined()
  // A run after a crash between import and publication ends the same way, and a third run finds nothing left to offer.
  expect((await load(path, '--publish', '--dry-run')).json).toMatchObject({ imported: 0, published: 0 })
  expect((await load(path, '--publish')).json).toMatchObject({ imported: 0, known: 5, published: 0 })
})

test('FIX-17 `loans import` without --publish publishes nothing', async () => {
  const path = await loanFile({ loanNumber: 'QUIET-1' })
  expect((await load(path, '--dry-run')).json).toMatchObject({ imported: 1, published: 0 })
  expect((await load(path)).json).toMatchObject({ imported: 1, published: 0 })
  expect(await onMarket('QUIET-1')).toBeUndefined()
})

test('FIX-17 `loans publish --all` states the number of loans and publishes nothing before the confirmation', async () => {
  await operator(['loans', 'publish', '--all', '--yes'])
  await load(await loanFile({ loanNumber: 'ALL-1' }, { loanNumber: 'ALL-2' }))
  const refused = await operator(['loans', 'publish', '--all'])
  expect(refused).toMatchObject({ exit: 2, err: expect.stringMatching(/2 draf.*--yes/) })
  const dry = await operator(['--json', 'loans', 'publish', '--all', '--dry-run'])
  expect(dry).toMatchObject({ exit: 0, json: { published: 2, dryRun: true } })

  const asked = operatorOn(fixture(), { canAnswer: true })
  for (const answer of ['', 'n\n', 'no\n', '2\n']) {
    const declined = await asked(['loans', 'publish', '--all'], answer)
    expect(declined).toMatchObject({ exit: 2, err: expect.stringContaining('Tawarkan semua 2 draf') })
  }
  expect(await onMarket('ALL-1')).toBeUndefined()
  expect(await asked(['loans', 'publish', '--all'], 'yes\n')).toMatchObject({
    exit: 0,
    out: '2 ditawarkan di marketplace\n',
  })
  expect(await onMarket('ALL-2')).toBeDefined()
  expect(await operator(['loans', 'publish', '--all'])).toMatchObject({
    exit: 0,
    out: '0 ditawarkan di marketplace\n',
  })
  await load(await loanFile({ loanNumber: 'ALL-3' }))
  expect((await operator(['--json', 'loans', 'publish', '--all', '--yes'])).json).toMatchObject({
    published: 1,
  })
})

test('FIX-17 `loans publish --all` publishes only the counted loans when an import adds more meanwhile', async () => {
  await load(await loanFile({ loanNumber: 'COUNTED-1' }))
  const late = await loanFile({ loanNumber: 'LATE-1' })
  const asked = operatorOn(fixture(), { canAnswer: true, beforeAnswer: () => load(late) })
  const result = await asked(['--json', 'loans', 'publish', '--all', '--yes'])
  expect(result.exit).toBe(0)
  await load(await loanFile({ loanNumber: 'COUNTED-2' }))
  const during = await asked(['loans', 'publish', '--all'], 'y\n')
  expect(during.exit).toBe(0)
  expect(await onMarket('COUNTED-2')).toBeDefined()
  expect(await onMarket('LATE-1')).toBeUndefined()
})
