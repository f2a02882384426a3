# SPDX-License-Identifier: Apache-2.0
# gnuplot -c plot.gp POINTS OUT.svg
# POINTS: the number of threads, the states of the programs in the order of run.py, and those for any number.
points = ARG1
set terminal svg size 760,430 font "sans-serif,13" background "white" noenhanced
set output ARG2
set logscale y
set xrange [0.5:30.5]
set xtics 5
set grid ytics lc rgb "#dddddd"
set xlabel "threads"
set ylabel "states"
set key outside right center Left reverse samplen 3

array Title[3] = ["rockall", "spin-then-park", "mutex"]
array Color[3] = ["#1f4e9e", "#c0392b", "#2e7d32"]
array Light[3] = ["#9db8e0", "#e5a8a0", "#a3cfa6"]
plot for [i=1:3] points using 1:(column(i + 1)) with linespoints lc rgb Color[i] pt 7 ps 0.5 lw 1.5 title Title[i], \
     for [i=1:3] points using 1:(column(i + 4)) with lines lc rgb Light[i] lw 2 title Title[i]." (any)"
