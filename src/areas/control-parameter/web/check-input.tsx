import { Suspense } from 'react'
import { inputs } from '#web/field/inputs.tsx'
import type { InputViewProps } from '#web/field/view.ts'
import { behind } from '#web/languages.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { useCatalogue } from '#web/study/catalogue.ts'

/** Found by code, name or title; what each is for stands in the catalogue. */
export default function CheckInput(props: InputViewProps) {
  const { data, error, refetch } = useCatalogue('form')
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={1} />
  const language = behind(props.words.lang)
  const titles = new Map(data.checks.map(({ id, slug, title }) => [id, `${id} ${title[language]} · ${slug}`]))
  const Select = inputs.select
  return (
    <Suspense fallback={<span className="input form-waiting" />}>
      <Select
        {...props}
        field={{ kind: 'select', options: [...titles.keys()], ...(props.field.required ? { required: true } : {}) }}
        words={{ ...props.words, option: (_, value) => titles.get(value) ?? value }}
      />
    </Suspense>
  )
}
