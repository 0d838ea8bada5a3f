/**
 * The chart under `@ant-design/plots`, with the marks, scales and themes that `src/kit/chart/trend.tsx` draws with
 * and no others, beside what a view asks for whether it is used or not: whole, the library knows maps, trees, clouds of
 * words and a hundred other things.
 */
import { FadeIn, FadeOut, Morphing, ScaleInX, ScaleInY } from '@antv/g2/esm/animation/index'
import { extend, Runtime } from '@antv/g2/esm/api/index'
import { AxisX, AxisY } from '@antv/g2/esm/component/index'
import { Mark, View } from '@antv/g2/esm/composition/index'
import { Cartesian } from '@antv/g2/esm/coordinate/index'
import { Inline } from '@antv/g2/esm/data/index'
import { Column, Constant, Field, Transform } from '@antv/g2/esm/encode/index'
import { Event, LegendFilter, Poptip, ScrollbarFilter, SliderFilter, Tooltip } from '@antv/g2/esm/interaction/index'
import { Interval, Line, Point } from '@antv/g2/esm/mark/index'
import { Category10, Category20 } from '@antv/g2/esm/palette/index'
import {
  Band,
  Constant as ConstantScale,
  Identity,
  Linear,
  Ordinal,
  Point as PointScale,
} from '@antv/g2/esm/scale/index'
import { Classic, ClassicDark } from '@antv/g2/esm/theme/index'
import { DodgeX } from '@antv/g2/esm/transform/index'

export const Chart = extend(Runtime, {
  'data.inline': Inline,
  'animation.fadeIn': FadeIn,
  'animation.fadeOut': FadeOut,
  'animation.morphing': Morphing,
  'animation.scaleInX': ScaleInX,
  'animation.scaleInY': ScaleInY,
  'coordinate.cartesian': Cartesian,
  'encode.constant': Constant,
  'encode.field': Field,
  'encode.transform': Transform,
  'encode.column': Column,
  'mark.interval': Interval,
  'mark.line': Line,
  'mark.point': Point,
  'transform.dodgeX': DodgeX,
  'palette.category10': Category10,
  'palette.category20': Category20,
  'scale.band': Band,
  'scale.constant': ConstantScale,
  'scale.identity': Identity,
  'scale.linear': Linear,
  'scale.ordinal': Ordinal,
  'scale.point': PointScale,
  'theme.classic': Classic,
  'theme.classicDark': ClassicDark,
  'component.axisX': AxisX,
  'component.axisY': AxisY,
  'interaction.event': Event,
  'interaction.legendFilter': LegendFilter,
  'interaction.poptip': Poptip,
  'interaction.scrollbarFilter': ScrollbarFilter,
  'interaction.sliderFilter': SliderFilter,
  'interaction.tooltip': Tooltip,
  'composition.mark': Mark,
  'composition.view': View,
})
