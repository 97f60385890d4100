import type { FaceName } from './fonts.ts'

export interface Style {
  face: FaceName
  size: number
  pitch: number
  colour: string
}

export const colours = {
  ink: '#14201b',
  mute: '#5b6a64',
  accent: '#0b5e48',
  line: '#c8d2cd',
  tint: '#f4f7f5',
}

const { ink, mute, accent } = colours

export const styles = {
  body: { face: 'serif', size: 10, pitch: 14.5, colour: ink },
  strong: { face: 'serifBold', size: 10, pitch: 14.5, colour: ink },
  title: { face: 'serifBold', size: 23, pitch: 28, colour: ink },
  heading: { face: 'serifBold', size: 12, pitch: 16, colour: ink },
  number: { face: 'sans', size: 9, pitch: 14.5, colour: mute },
  article: { face: 'sansBold', size: 8.5, pitch: 16, colour: accent },
  label: { face: 'sans', size: 9, pitch: 14.5, colour: mute },
  role: { face: 'sansBold', size: 8.5, pitch: 14, colour: accent },
  cell: { face: 'sans', size: 9, pitch: 12, colour: ink },
  cellHead: { face: 'sansBold', size: 8.5, pitch: 12, colour: mute },
  cellTotal: { face: 'sansBold', size: 9, pitch: 12, colour: ink },
  small: { face: 'sans', size: 7.5, pitch: 10.5, colour: mute },
  smallBold: { face: 'sansBold', size: 7.5, pitch: 10.5, colour: ink },
} as const satisfies Record<string, Style>

/**
 * The layout grid of an A4 page, in points from the top left. Paragraph numbers stand at `margin`; text starts at
 * `text`, which is also the left edge of the box for the lender's signature.
 */
export const grid = { margin: 68, text: 120, right: 523, top: 84, bottom: 742, footer: 778 }
