# SPDX-License-Identifier: Apache-2.0
# gnuplot -c plot.gp POINTS OUT.svg
# POINTS has two blocks, with and without volatile: the bound, then the states of the series in the order of run.py.
points = ARG1
set terminal svg size 1060,470 font "sans-serif,13" background "white" noenhanced
set output ARG2
set multiplot layout 1,2 margins 0.07,0.985,0.27,0.91 spacing 0.05,0
set logscale y
set yrange [10:10000]
set xrange [0.6:12.4]
set xtics 1
set grid ytics lc rgb "#dddddd"
set xlabel "bound on context switches"
set key off

array Title[6] = ["global", "superstep", "global, abstraction", "superstep, abstraction", \
                  "global, switches unmatched", "superstep, switches unmatched"]
array Color[6] = ["#1f4e9e", "#c0392b", "#1f4e9e", "#c0392b", "#4f86c9", "#d9776c"]
array Point[6] = [7, 5, 6, 4, 8, 10]
array Size[6] = [0.5, 0.5, 1.1, 1.1, 0.8, 0.8]
array Dash[6] = [1, 1, 2, 2, 3, 3]

set title "with volatile (correct)"
set ylabel "states"
set key at screen 0.5,0.01 center bottom Left reverse maxrows 2 samplen 4
plot for [i=1:6] points index 0 using 1:(column(i + 1)) with linespoints lc rgb Color[i] pt Point[i] ps Size[i] dt Dash[i] \
     lw 1.5 title Title[i]

set title "without volatile (buggy)"
unset ylabel
set format y ""
set key off
plot for [i=1:6] points index 1 using 1:(column(i + 1)) with linespoints lc rgb Color[i] pt Point[i] ps Size[i] dt Dash[i] \
     lw 1.5
unset multiplot
