import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { config } from 'zod/v4/core'
import './styles/index.css'
import { router } from './router.tsx'

// zod writes faster checks with `new Function`, which the content security policy refuses: it must not even try.
config({ jitless: true })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
