import { useEffect, useRef, useState } from 'react'
import { Document, Page } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { pdfOptions } from './pdf-worker.ts'

/** A4 until the first page says otherwise: height over width. */
const a4 = 297 / 210
const widest = 780

type Props = {
  bytes: Blob
  title: string
  /** The bytes are not a document that can be shown. */
  onBroken: () => void
}

/** A PDF, page under page; each is drawn when it comes near. Its text can be selected and read out. */
export default function PdfPages({ bytes, title, onBroken }: Props) {
  const [pages, setPages] = useState(0)
  const [ratio, setRatio] = useState(a4)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const width = useWidth(box)
  return (
    <div ref={setBox} className="mx-auto w-full" style={{ maxWidth: widest }}>
      {width > 0 && (
        <Document
          file={bytes}
          options={pdfOptions}
          suspense={false}
          loading={<PagesLoading />}
          error={null}
          onLoadError={onBroken}
          onSourceError={onBroken}
          onLoadSuccess={async (pdf) => {
            const { width: pageWidth, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
            setRatio(height / pageWidth)
            setPages(pdf.numPages)
          }}
          className="grid gap-4"
        >
          {Array.from({ length: pages }, (_, index) => (
            <LazyPage
              // The pages of one document never change their order.
              key={`page-${index + 1}`}
              number={index + 1}
              of={pages}
              title={title}
              width={width}
              height={Math.round(width * ratio)}
            />
          ))}
        </Document>
      )}
    </div>
  )
}

type PageProps = { number: number; of: number; title: string; width: number; height: number }

function LazyPage({ number, of, title, width, height }: PageProps) {
  const ref = useRef<HTMLElement>(null)
  const [near, setNear] = useState(number === 1)
  useEffect(() => {
    if (near || !ref.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '800px 0px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [near])
  return (
    <section
      ref={ref}
      aria-label={`${title}, halaman ${number} dari ${of}`}
      className="relative overflow-hidden bg-white shadow-card [color-scheme:light]"
      style={{ width, minHeight: height }}
    >
      {near && (
        <Page
          pageNumber={number}
          width={width}
          devicePixelRatio={Math.min(2, window.devicePixelRatio)}
          renderAnnotationLayer={false}
          suspense={false}
          loading={null}
        />
      )}
    </section>
  )
}

function PagesLoading() {
  return (
    <Loading label="Memuat perjanjian…">
      <div className="grid aspect-[210/297] content-start gap-4 bg-surface p-[10%] shadow-card">
        <Skeleton className="mx-auto h-5 w-1/2" />
        <Skeleton className="mt-6 h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    </Loading>
  )
}

/** The width of an element in whole CSS pixels, as it changes; 0 until it is known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}
