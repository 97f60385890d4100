import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { TermsPage } from '../features/funding/single/index.ts'
import { Footer } from '../shell/footer.tsx'
import { createQueryClient } from '../shell/query-client.ts'

/** The terms in a window of their own, without sidebar and top bar. */
export default function Terms() {
  const [client] = useState(createQueryClient)
  const [search] = useSearchParams()
  return (
    <QueryClientProvider client={client}>
      <TermsPage
        reading={search.get('reading') ?? ''}
        below={<Footer className="mx-auto max-w-158 max-sm:mx-6" />}
      />
    </QueryClientProvider>
  )
}
