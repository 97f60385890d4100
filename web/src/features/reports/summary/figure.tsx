import { formatRupiah } from '@pematang/contract/format/rupiah'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type FigureSize = 'peer' | 'second' | 'dominant'

const sizes: Record<FigureSize, { largest: string; line: string; bone: string }> = {
  peer: {
    largest: '[--largest:1rem] md:[--largest:1.125rem]',
    line: 'leading-5 md:leading-6',
    bone: 'h-4 w-28',
  },
  second: { largest: '[--largest:1rem] md:[--largest:1.25rem]', line: 'leading-9 md:leading-8', bone: '' },
  dominant: {
    largest: '[--largest:1.875rem]',
    line: 'leading-9 md:leading-8',
    bone: 'h-7 w-48 bg-on-hero/20! md:h-6',
  },
}

/** The classes of an amount's text, without its font size. */
export const figureClass = (size: FigureSize): string =>
  cx('figures block font-bold tracking-[-0.01em]', sizes[size].largest, sizes[size].line)

/** The grey bar in place of an amount: it stands in a line of its text, so that the rows beside it keep their place. */
export const Bone = ({ size }: { size: FigureSize }) => (
  <Skeleton className={cx('inline-block! max-w-full align-middle', sizes[size].bone)} />
)

/**
 * The width of a text in the bold font, in em, or a little more: where a display rounds the width of a digit to whole
 * pixels, a small text is wider. public/first-balance.js computes the same.
 */
const widthInEm = (text: string) =>
  0.64 * text.replaceAll('.', '').length + 0.3 * (text.split('.').length - 1)

type Props = {
  /** The amount in whole rupiah; undefined while it loads, null when it could not be loaded. */
  amount: number | null | undefined
  size?: FigureSize
}

/**
 * One amount, as large as its size and its box allow: a long amount shrinks instead of wrapping or being cut. Its
 * nearest ancestor must be a size container; `--beside` is the width of what stands beside the amount.
 */
export function Figure({ amount, size = 'peer' }: Props) {
  if (amount === undefined)
    return (
      <span className={cx(figureClass(size), 'text-(length:--largest)')}>
        <Bone size={size} />
      </span>
    )
  const text = amount === null ? '-' : formatRupiah(amount)
  const fontSize = `min(var(--largest), calc((100cqi - var(--beside, 0px)) / ${widthInEm(text).toFixed(2)}))`
  return (
    <span style={{ fontSize }} className={figureClass(size)}>
      {text}
    </span>
  )
}
