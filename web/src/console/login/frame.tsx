import { type ReactNode, useEffect } from 'react'
import { Mark } from '../../shell/logo.tsx'

/** The screens before the login: one card in the middle. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Konsol`
  }, [title])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-100 gap-5 rounded-card bg-surface p-6 shadow-card sm:p-8">
        <Mark className="size-10!" />
        <h1 className="text-h1 font-bold">{title}</h1>
        {children}
      </div>
    </main>
  )
}
