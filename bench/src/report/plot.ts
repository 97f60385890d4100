import { type BenchResult, fundingLines, ledgerLines } from './result.ts'
import { median } from './stats.ts'

type Bar = { label: string; rates: number[]; rate: number; note: string; colour: string }
type Group = { title: string; bars: Bar[] }

const ours = '#0f6f5c'
const theirs = '#9aa5a1'
const width = 940
const left = 340
const right = 190
const barHeight = 22
const step = 32

/** Draws the medians as bars, with a line from the slowest to the fastest round; each group has its own scale. */
export function toSvg(result: BenchResult): string {
  const groups = [
    fundingGroup('Fundings over HTTP, a second', result.fundings),
    ledgerGroup('Ledger transfers, a second', result.ledger),
    fundingGroup('Fundings over HTTP, 1 ms added to each fsync', result.slow.fundings),
    ledgerGroup('Ledger transfers, 1 ms added to each fsync', result.slow.ledger),
  ].filter(({ bars }) => bars.length > 0)
  let y = 56
  const body = groups.map((group) => {
    const text = drawGroup(group, y)
    y += 44 + group.bars.length * step
    return text
  })
  const { machine } = result
  const head = `${machine.cpu}, ${machine.cores} cores, ${machine.postgres}, Node ${machine.node}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${y}" fill="#ffffff"/>`,
    `<text x="16" y="28" fill="#4a5552">${escape(head)}</text>`,
    ...body,
    '</svg>',
    '',
  ].join('\n')
}

function fundingGroup(title: string, runs: BenchResult['fundings']): Group {
  const lines = fundingLines(runs)
  const tpcb = runs.flatMap((run) => run.tpcb ?? [])
  const bars = lines.map(({ what, rates, rate, ratio }) => ({
    label: what,
    rates,
    rate,
    note: ratio === null ? '' : `${ratio.toFixed(2)} x TPC-B`,
    colour: ours,
  }))
  if (tpcb.length > 0)
    bars.push({ label: 'pgbench TPC-B', rates: tpcb, rate: median(tpcb), note: '', colour: theirs })
  return { title, bars }
}

function ledgerGroup(title: string, runs: BenchResult['ledger']): Group {
  const bars = ledgerLines(runs).map(({ what, spread, rates, rate, ratio }) => ({
    label: `${what}${spread === 'hot' ? ', ten accounts' : ''}`,
    rates,
    rate,
    note: ratio === null || what === 'pgledger_create_transfer' ? '' : `${ratio.toFixed(2)} x pgledger`,
    colour: what.startsWith('post') ? ours : theirs,
  }))
  return { title, bars }
}

function drawGroup({ title, bars }: Group, top: number): string {
  const most = Math.max(...bars.flatMap(({ rates }) => rates))
  const at = (rate: number) => left + (rate / most) * (width - left - right)
  const parts = bars.map(({ label, rates, rate, note, colour }, index) => {
    const y = top + 20 + index * step
    const middle = y + barHeight / 2
    const [low, high] = [at(Math.min(...rates)), at(Math.max(...rates))]
    const figure = `${Math.round(rate).toLocaleString('en-US')}${note ? `   ${note}` : ''}`
    return [
      `<text x="${left - 10}" y="${middle + 4}" text-anchor="end" fill="#1f2926">${escape(label)}</text>`,
      `<rect x="${left}" y="${y}" width="${Math.max(1, at(rate) - left).toFixed(1)}" height="${barHeight}" rx="3" fill="${colour}"/>`,
      `<path d="M${low.toFixed(1)} ${middle}H${high.toFixed(1)}M${low.toFixed(1)} ${middle - 4}v8M${high.toFixed(1)} ${middle - 4}v8" stroke="#1f2926" fill="none"/>`,
      `<text x="${(high + 10).toFixed(1)}" y="${middle + 4}" fill="#1f2926">${escape(figure)}</text>`,
    ].join('\n')
  })
  return [
    `<text x="16" y="${top + 8}" font-weight="600" fill="#1f2926">${escape(title)}</text>`,
    ...parts,
  ].join('\n')
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
