import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type ComposeOption, init, use } from 'echarts/core'
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, LegendComponentOption, TooltipComponentOption } from 'echarts/components'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { color, font } from '#web/ui/theme.ts'

use([LineChart, BarChart, GridComponent, TooltipComponent, LegendComponent, SVGRenderer])

type Option = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption>
export type ChartProps = { kind: 'line' | 'bar'; days: readonly string[]; lines: readonly { name: string; tone: Tone; values: number[] }[] }
export type Tone = 'accent' | 'passed' | 'warned' | 'failed' | 'none'

const label = { color: color.ink3, fontSize: 11, fontFamily: font.text }
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const optionOf = ({ kind, days, lines }: ChartProps): Option => ({
  animation: !still(),
  animationDuration: 200,
  textStyle: { fontFamily: font.text },
  grid: { left: 4, right: 12, top: 12, bottom: 28, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  legend: { bottom: 0, left: 0, icon: 'roundRect', itemWidth: 10, itemHeight: 10, textStyle: { ...label, color: color.ink2 } },
  tooltip: {
    trigger: 'axis',
    renderMode: 'richText',
    borderColor: color.line,
    textStyle: { color: color.ink, fontSize: 12 },
    axisPointer: { type: kind === 'bar' ? 'shadow' : 'line', shadowStyle: { color: color.hover, opacity: 0.6 } },
  },
  xAxis: {
    type: 'category',
    data: days.map((d) => d.slice(5)),
    boundaryGap: kind === 'bar',
    axisLine: { lineStyle: { color: color.line } },
    axisTick: { show: false },
    axisLabel: label,
  },
  yAxis: { type: 'value', minInterval: 1, splitLine: { lineStyle: { color: color.lineSoft } }, axisLabel: label },
  series: lines.map(({ name, tone, values }) =>
    kind === 'bar'
      ? { type: 'bar', name, data: values, stack: 'all', barMaxWidth: 22, itemStyle: { color: color[tone] } }
      : {
          type: 'line',
          name,
          data: values,
          symbolSize: 5,
          lineStyle: { width: 2, color: color[tone] },
          itemStyle: { color: color[tone] },
          areaStyle: { color: color[tone], opacity: 0.06 },
        },
  ),
})

/** Drawn as SVG, sharp at any zoom and in print. What it shows is told to screen readers by the table beside it. */
export default function Chart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const key = JSON.stringify(props)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const chart = init(element, null, { renderer: 'svg' })
    chart.setOption(optionOf(JSON.parse(key) as ChartProps))
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.dispose()
    }
  }, [key])
  return <div ref={host} className="chart" aria-hidden />
}
