import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import './pdf-text-layer.css'

type Props = {
  pdf: PDFDocumentProxy
  number: number
  title: string
  /** The width of the page in CSS pixels. */
  width: number
  /** Height divided by width, assumed until the page has loaded. */
  ratio: number
  onBroken: () => void
}

/** A page is drawn when it is this close to the visible area. */
const ahead = '800px 0px'
/** The most device pixels per CSS pixel. A higher resolution costs memory without a visible difference. */
const sharpest = 2

/** One page: drawn when it comes close to the visible area, with a text layer for selection and screen readers. */
export function PdfPage({ pdf, number, title, width, ratio, onBroken }: Props) {
  const frame = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const broken = useEffectEvent(onBroken)

  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: ahead },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!near || !canvas.current || !text.current) return
    return draw(pdf.getPage(number), { canvas: canvas.current, text: text.current, width }, () => broken())
  }, [near, pdf, number, width])

  return (
    <section
      ref={frame}
      aria-label={`${title}, halaman ${number} dari ${pdf.numPages}`}
      className="relative overflow-hidden bg-white shadow-card [color-scheme:light]"
      style={{ width, minHeight: Math.round(width * ratio) }}
    >
      <canvas ref={canvas} className="block w-full" />
      <div ref={text} className="pdf-text" />
    </section>
  )
}

type Place = { canvas: HTMLCanvasElement; text: HTMLDivElement; width: number }

/**
 * Draws a page.
 * @returns a function that stops drawing and clears the text
 */
function draw(loading: Promise<PDFPageProxy>, { canvas, text, width }: Place, onBroken: () => void) {
  let stopped = false
  let picture: RenderTask | undefined
  let words: TextLayer | undefined

  async function run() {
    const page = await loading
    if (stopped) return
    const scale = width / page.getViewport({ scale: 1 }).width
    const viewport = page.getViewport({ scale })
    const pixels = Math.min(sharpest, window.devicePixelRatio)
    canvas.width = Math.floor(viewport.width * pixels)
    canvas.height = Math.floor(viewport.height * pixels)
    picture = page.render({ canvas, viewport, transform: [pixels, 0, 0, pixels, 0, 0] })
    text.style.setProperty('--total-scale-factor', String(scale))
    words = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
    await Promise.all([picture.promise, words.render()])
  }

  run().catch(() => {
    if (!stopped) onBroken()
  })
  return () => {
    stopped = true
    picture?.cancel()
    words?.cancel()
    text.replaceChildren()
  }
}
